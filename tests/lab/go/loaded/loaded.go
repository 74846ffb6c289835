// Package loaded takes keys by way of the module config, from what the environment and the shared files say.
package loaded

import (
	"context"
	"os"

	"github.com/aws/aws-sdk-go-v2/config"

	"lab/probe"
)

// Setting is what a run finds around it.
type Setting struct {
	// Environment variables; ${HOME} and ${LAB_MOCK} stand for what they are in this run.
	Environment map[string]string
	// Files below the home folder.
	Files map[string]string
}

// Apply sets it up.
func (s Setting) Apply() error {
	for name, text := range s.Files {
		if _, err := probe.Write(name, text); err != nil {
			return err
		}
	}
	for name, value := range s.Environment {
		if err := os.Setenv(name, os.ExpandEnv(value)); err != nil {
			return err
		}
	}
	return nil
}

// Keys loads the configuration and wants these keys of it.
func Keys(ctx context.Context, want string, setting Setting) error {
	if err := setting.Apply(); err != nil {
		return err
	}
	cfg, err := config.LoadDefaultConfig(ctx, config.WithHTTPClient(probe.Client()))
	if err != nil {
		return err
	}
	keys, err := cfg.Credentials.Retrieve(ctx)
	if err != nil {
		return err
	}
	if keys.AccessKeyID != want {
		return probe.Silent("keys of %q instead of %q", keys.AccessKeyID, want)
	}
	return nil
}
