// Package probe is what every part of the lab's Go program shares. It knows no SDK, so it builds beside any.
package probe

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
)

// Fault is a break without an error: the call went through, and something about it was wrong.
type Fault string

func (f Fault) Error() string { return string(f) }

// Silent reports a break without an error.
func Silent(format string, args ...any) error { return Fault(fmt.Sprintf(format, args...)) }

// Transport sends every request to the mock and leaves its headers, Host among them, as they are. No SDK API is
// needed to set an endpoint, and what a client believes to be its endpoint reaches the mock as Host.
type Transport struct {
	// Requests counts what was sent.
	Requests int
}

// RoundTrip implements http.RoundTripper.
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	t.Requests++
	r = r.Clone(r.Context())
	if r.Host == "" {
		r.Host = r.URL.Host
	}
	r.URL.Scheme, r.URL.Host = "http", os.Getenv("LAB_MOCK")
	return http.DefaultTransport.RoundTrip(r)
}

// Client is an HTTP client over Transport.
func Client() *http.Client { return &http.Client{Transport: &Transport{}} }

// Write writes a file below the home folder of this run and says where it is.
func Write(name, text string) (string, error) {
	path := filepath.Join(os.Getenv("HOME"), name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", err
	}
	return path, os.WriteFile(path, []byte(text), 0o600)
}

// Presigned tells whether a URL can be used as it is: one that signs more headers than Host asks the user for them.
func Presigned(link string) error {
	parsed, err := url.Parse(link)
	if err != nil {
		return err
	}
	if signed := parsed.Query().Get("X-Amz-SignedHeaders"); signed != "host" {
		return Silent("X-Amz-SignedHeaders=%s", signed)
	}
	return nil
}
