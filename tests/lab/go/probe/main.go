package probe

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"
)

// Main runs the part that the command line names and prints one line: the outcome, and its text after a tab.
func Main(parts map[string]func(context.Context) error) {
	ctx, cancel := context.WithTimeout(context.Background(), 40*time.Second)
	defer cancel()
	err := parts[os.Args[1]](ctx)
	var fault Fault
	switch {
	case err == nil:
		fmt.Println("works\t")
	case errors.As(err, &fault):
		fmt.Println("silent\t" + oneLine(fault))
	default:
		fmt.Println("runtime\t" + oneLine(err))
	}
}

func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }
