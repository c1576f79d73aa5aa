package bot;

import static java.util.Objects.requireNonNullElse;

import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.TlsChannelCredentials;
import io.grpc.stub.BlockingClientCall;
import java.io.File;
import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.Logger;
import king.v1.Game.RuleSet;
import king.v1.RefereeServiceGrpc;
import king.v1.Session.PlayRequest;
import king.v1.Session.Ready;
import sun.misc.Signal;

/** Wires the strategy of Strategy.java to the referee. */
public final class Main {
  /** What gRPC would print of what we say ourselves; held, as else its level would be lost. */
  private static final Logger LIBRARY = Logger.getLogger("io.grpc");

  private Main() {}

  /** Plays for the referee that the environment names. */
  public static void main(String[] args) throws InterruptedException {
    // To be ended is no failure: left to itself the JVM would end with exit code 143.
    Signal.handle(new Signal("TERM"), signal -> Runtime.getRuntime().halt(0));
    LIBRARY.setLevel(Level.OFF);
    var target = System.getenv().getOrDefault("KING_REFEREE", "");
    var token = System.getenv().getOrDefault("KING_TOKEN", "");
    if (target.isEmpty() || token.isEmpty()) {
      fail("KING_REFEREE or KING_TOKEN is not set: the referee sets them");
    }
    try {
      var channel = openChannel(target);
      try {
        play(channel, token);
      } finally {
        channel.shutdownNow();
      }
    } catch (StatusException problem) {
      fail(
          "no connection to the referee at %s: %s"
              .formatted(target, inOneLine(problem.getStatus())));
    }
  }

  /** Opens a channel to that very address: it is near, and no proxy is asked for it. */
  private static ManagedChannel openChannel(String target) throws StatusException {
    try {
      return Grpc.newChannelBuilder(target, credentials()).proxyDetector(address -> null).build();
    } catch (IOException problem) {
      var text = "a file for TLS cannot be read: " + problem.getMessage();
      throw Status.UNAVAILABLE.withDescription(text).asException();
    } catch (RuntimeException problem) {
      // An address or files that gRPC can do nothing with; its exceptions are of many kinds.
      throw Status.UNAVAILABLE.withDescription(problem.getMessage()).asException();
    }
  }

  /** Plain text, or TLS if KING_TLS_CA names a file that says whom to trust. */
  private static ChannelCredentials credentials() throws IOException {
    var files = System.getenv();
    var ca = files.getOrDefault("KING_TLS_CA", "");
    var own = files.getOrDefault("KING_TLS_CERT", "");
    if (ca.isEmpty()) {
      return InsecureChannelCredentials.create();
    }
    var tls = TlsChannelCredentials.newBuilder().trustManager(new File(ca));
    if (!own.isEmpty()) {
      tls.keyManager(new File(own), new File(files.getOrDefault("KING_TLS_KEY", "")));
    }
    return tls.build();
  }

  /** Answers the referee's questions until it says goodbye or ends the stream. */
  private static void play(ManagedChannel channel, String token)
      throws InterruptedException, StatusException {
    var stream = RefereeServiceGrpc.newBlockingV2Stub(channel).play();
    // Each question is answered by itself, so many games at once are as easy as one.
    var hello = PlayRequest.newBuilder();
    hello.getHelloBuilder().setToken(token).setProtocolVersion(1).setGamesAtOnce(256);
    stream.write(hello.build());
    var rules = RuleSet.getDefaultInstance();
    for (var message = stream.read(); message != null; message = stream.read()) {
      switch (message.getMessageCase()) {
        case WELCOME -> rules = message.getWelcome().getRuleset();
        case WARM_UP -> {
          for (var example : message.getWarmUp().getExamplesList()) {
            Strategy.choose(example, rules);
          }
          stream.write(PlayRequest.newBuilder().setReady(Ready.getDefaultInstance()).build());
        }
        case QUESTIONS -> {
          var reply = PlayRequest.newBuilder();
          for (var question : message.getQuestions().getQuestionsList()) {
            var answer = reply.getAnswersBuilder().addAnswersBuilder();
            answer.setQuestionId(question.getQuestionId());
            answer.setChoice(Strategy.choose(question, rules));
          }
          stream.write(reply.build());
        }
        case GOODBYE -> {
          var detail = message.getGoodbye().getDetail();
          if (!detail.isEmpty()) {
            System.err.println("goodbye: " + detail);
          }
          stream.halfClose();
          awaitEnd(stream);
          return;
        }
        default -> {} // news that we do not need, or of a later version
      }
    }
  }

  /** Waits for the end of a stream of which all has been said: how it ends is no matter. */
  private static void awaitEnd(BlockingClientCall<?, ?> stream) throws InterruptedException {
    try {
      while (stream.read() != null) {}
    } catch (StatusException ignored) {
      // as good an end as another
    }
  }

  private static String inOneLine(Status status) {
    var text = status.getCode() + ": " + requireNonNullElse(status.getDescription(), "no reason");
    var cause = status.getCause(); // what the system said; it has no message for a missing file
    if (cause != null) {
      text += ": " + requireNonNullElse(cause.getMessage(), cause.getClass().getSimpleName());
    }
    return text.replaceAll("\\s+", " ");
  }

  private static void fail(String text) {
    System.err.println(text);
    System.exit(1);
  }
}
