package main

import (
	"context"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"spotter/kingv1"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("spotter: ")
	asked, _ := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	context.AfterFunc(asked, func() { os.Exit(0) })
	target, token := os.Getenv("KING_REFEREE"), os.Getenv("KING_TOKEN")
	if target == "" || token == "" {
		log.Fatal("KING_REFEREE or KING_TOKEN is not set: the referee sets them")
	}
	if err := play(target, token); err != nil && err != io.EOF {
		log.Fatalf("no connection to the referee at %s: %v", target, err)
	}
}

// play answers the referee's questions until it says goodbye or ends the stream.
func play(target, token string) error {
	conn, err := grpc.NewClient(target, grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithNoProxy())
	if err != nil {
		return err
	}
	stream, err := kingv1.NewRefereeServiceClient(conn).Play(context.Background())
	if err != nil {
		return err
	}
	// What cannot be sent is no matter: the stream is then broken, and Recv says why.
	hello := &kingv1.Hello{Token: token, ProtocolVersion: 1, Name: "spotter", Version: "1", GamesAtOnce: 256}
	_ = stream.Send(&kingv1.PlayRequest{Message: &kingv1.PlayRequest_Hello{Hello: hello}})
	var rules *kingv1.RuleSet
	for {
		response, err := stream.Recv()
		if err != nil {
			return err
		}
		switch message := response.Message.(type) {
		case *kingv1.PlayResponse_Welcome:
			rules = message.Welcome.Ruleset
		case *kingv1.PlayResponse_WarmUp:
			_ = stream.Send(&kingv1.PlayRequest{Message: &kingv1.PlayRequest_Ready{Ready: &kingv1.Ready{}}})
		case *kingv1.PlayResponse_Questions:
			var answers []*kingv1.Answer
			for _, question := range message.Questions.Questions {
				answers = append(answers, &kingv1.Answer{QuestionId: question.QuestionId, Choice: new(choose(question, rules))})
			}
			_ = stream.Send(&kingv1.PlayRequest{Message: &kingv1.PlayRequest_Answers{Answers: &kingv1.Answers{Answers: answers}}})
		case *kingv1.PlayResponse_Goodbye:
			if detail := message.Goodbye.Detail; detail != "" {
				log.Printf("goodbye: %s", detail)
			}
			_ = stream.CloseSend()
			_, _ = stream.Recv() // how the stream ends then is no matter
			return nil
		}
	}
}
