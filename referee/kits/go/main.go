// A bot that plays King.
//
// This file wires the strategy of strategy.go to the referee.
package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"

	"kingbot/kingv1"
)

func main() {
	log.SetFlags(0)
	endOnSIGTERM()
	target, token := os.Getenv("KING_REFEREE"), os.Getenv("KING_TOKEN")
	if target == "" || token == "" {
		log.Fatal("KING_REFEREE or KING_TOKEN is not set: the referee sets them")
	}
	if err := play(target, token); err != nil {
		log.Fatalf("no connection to the referee at %s: %v", target, err)
	}
}

// endOnSIGTERM lets the process end at once, also while it thinks: there is nothing to put away.
func endOnSIGTERM() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM)
	go func() {
		<-signals
		os.Exit(0)
	}()
}

// play answers the referee's questions until it says goodbye or ends the stream.
func play(target, token string) error {
	security, err := transport()
	if err != nil {
		return fmt.Errorf("the files for TLS are of no use: %w", err)
	}
	conn, err := grpc.NewClient(target,
		grpc.WithTransportCredentials(security), grpc.WithNoProxy())
	if err != nil {
		return err
	}
	defer conn.Close()
	stream, err := kingv1.NewRefereeServiceClient(conn).Play(context.Background())
	if err != nil {
		return err
	}
	// What cannot be sent is no matter here: the stream is then broken, and Recv says why.
	send := func(request *kingv1.PlayRequest) { _ = stream.Send(request) }
	// Each question is answered by itself, so many games at once are as easy as one.
	hello := &kingv1.Hello{Token: token, ProtocolVersion: 1, GamesAtOnce: 256}
	send(&kingv1.PlayRequest{Message: &kingv1.PlayRequest_Hello{Hello: hello}})
	var rules *kingv1.RuleSet
	isOver := false // the referee has said goodbye: how the stream ends then is no matter
	for {
		response, err := stream.Recv()
		if isOver && err != nil || errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch message := response.Message.(type) {
		case *kingv1.PlayResponse_Welcome:
			rules = message.Welcome.Ruleset
		case *kingv1.PlayResponse_WarmUp:
			for _, example := range message.WarmUp.Examples {
				choose(example, rules)
			}
			ready := &kingv1.PlayRequest_Ready{Ready: &kingv1.Ready{}}
			send(&kingv1.PlayRequest{Message: ready})
		case *kingv1.PlayResponse_Questions:
			answers := &kingv1.Answers{}
			for _, question := range message.Questions.Questions {
				choice := uint32(choose(question, rules))
				answer := &kingv1.Answer{QuestionId: question.QuestionId, Choice: &choice}
				answers.Answers = append(answers.Answers, answer)
			}
			send(&kingv1.PlayRequest{Message: &kingv1.PlayRequest_Answers{Answers: answers}})
		case *kingv1.PlayResponse_Goodbye:
			isOver = true
			if detail := message.Goodbye.Detail; detail != "" {
				log.Printf("goodbye: %s", detail)
			}
			_ = stream.CloseSend()
		}
	}
}

// transport is plain text, or TLS if KING_TLS_CA names a file that says whom to trust.
func transport() (credentials.TransportCredentials, error) {
	ca, own, key := os.Getenv("KING_TLS_CA"), os.Getenv("KING_TLS_CERT"), os.Getenv("KING_TLS_KEY")
	if ca == "" {
		return insecure.NewCredentials(), nil
	}
	pem, err := os.ReadFile(ca)
	if err != nil {
		return nil, err
	}
	config := &tls.Config{RootCAs: x509.NewCertPool()}
	if !config.RootCAs.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("%s holds no certificate", ca)
	}
	if own != "" || key != "" {
		pair, err := tls.LoadX509KeyPair(own, key)
		if err != nil {
			return nil, err
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return credentials.NewTLS(config), nil
}
