package shedder;

import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.StatusException;
import king.v1.Game.RuleSet;
import king.v1.RefereeServiceGrpc;
import king.v1.Session.PlayRequest;
import king.v1.Session.Ready;
import sun.misc.Signal;

/** Wires the strategy of Strategy.java to the referee. */
final class Main {
  private static boolean isOver; // the referee has said goodbye: how the stream ends is no matter

  public static void main(String[] args) throws Exception {
    Signal.handle(new Signal("TERM"), signal -> Runtime.getRuntime().halt(0));
    var target = System.getenv().getOrDefault("KING_REFEREE", "");
    var token = System.getenv().getOrDefault("KING_TOKEN", "");
    if (target.isEmpty() || token.isEmpty()) {
      fail("KING_REFEREE or KING_TOKEN is not set: the referee sets them");
    }
    try {
      play(target, token);
    } catch (StatusException problem) {
      if (!isOver) {
        var cause = problem.getStatus().getCause();
        var why = problem.getMessage() + (cause == null ? "" : ": " + cause.getMessage());
        fail("no connection to the referee at " + target + ": " + why.replaceAll("\\s+", " "));
      }
    }
  }

  private static void play(String target, String token) throws Exception {
    var builder = Grpc.newChannelBuilder(target, InsecureChannelCredentials.create());
    var channel = builder.proxyDetector(address -> null).build(); // ends with the process
    var stream = RefereeServiceGrpc.newBlockingV2Stub(channel).play();
    var hello = PlayRequest.newBuilder();
    hello.getHelloBuilder().setToken(token).setProtocolVersion(1).setGamesAtOnce(256);
    stream.write(hello.build());
    var rules = RuleSet.getDefaultInstance();
    for (var message = stream.read(); message != null; message = stream.read()) {
      if (message.hasWelcome()) {
        rules = message.getWelcome().getRuleset();
      } else if (message.hasWarmUp()) {
        for (var example : message.getWarmUp().getExamplesList()) {
          Strategy.choose(example, rules);
        }
        stream.write(PlayRequest.newBuilder().setReady(Ready.getDefaultInstance()).build());
      } else if (message.hasQuestions()) {
        var reply = PlayRequest.newBuilder();
        for (var question : message.getQuestions().getQuestionsList()) {
          var answer = reply.getAnswersBuilder().addAnswersBuilder();
          answer.setQuestionId(question.getQuestionId());
          answer.setChoice(Strategy.choose(question, rules));
        }
        stream.write(reply.build());
      } else if (message.hasGoodbye()) {
        isOver = true;
        var detail = message.getGoodbye().getDetail();
        System.err.print(detail.isEmpty() ? "" : "shedder: goodbye: " + detail + "\n");
        stream.halfClose();
      }
    }
  }

  private static void fail(String text) {
    System.err.println("shedder: " + text);
    System.exit(1);
  }
}
