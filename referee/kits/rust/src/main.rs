//! Wires the strategy of strategy.rs to the referee.

mod strategy;

use std::env;
use std::process::{ExitCode, exit};

use king::v1::play_request::Message as Say;
use king::v1::play_response::Message as Hear;
use king::v1::referee_service_client::RefereeServiceClient;
use king::v1::{Answer, Answers, Hello, PlayRequest, Ready, RuleSet};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::{Status, transport::Endpoint};

/// The messages and the client, as build.rs makes them from proto/.
mod king {
    pub mod v1 {
        #![allow(dead_code, clippy::all)] // code that is made is not looked at
        tonic::include_proto!("king.v1");
    }
}

// The strategy thinks in the main thread: a panic there ends the process. The other thread reads
// the stream and hears SIGTERM meanwhile.
#[tokio::main(worker_threads = 1)]
async fn main() -> ExitCode {
    let mut sigterm = signal(SignalKind::terminate()).expect("SIGTERM can be heard");
    tokio::spawn(async move {
        sigterm.recv().await;
        exit(0);
    });
    let set = |name| env::var(name).ok().filter(|value| !value.is_empty());
    let (Some(target), Some(token)) = (set("KING_REFEREE"), set("KING_TOKEN")) else {
        eprintln!("KING_REFEREE or KING_TOKEN is not set: the referee sets them");
        return ExitCode::FAILURE;
    };
    if let Err(problem) = play(&target, token).await {
        eprintln!("no connection to the referee at {target}: {problem}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Answers the referee's questions until it says goodbye or ends the stream.
async fn play(target: &str, token: String) -> Result<(), Status> {
    // tonic knows targets of the form unix:/PATH, and asks no proxy.
    let address = match target {
        socket if socket.starts_with("unix:") => socket.to_owned(),
        host_and_port => format!("http://{host_and_port}"),
    };
    let (outbox, to_send) = mpsc::unbounded_channel();
    // Where nobody takes what is said any more, the inbox tells why.
    let say = |message| drop(outbox.send(PlayRequest { message: Some(message) }));
    // Each question is answered by itself, so many games at once are as easy as one.
    say(Say::Hello(Hello { token, protocol_version: 1, games_at_once: 256, ..Default::default() }));
    let endpoint =
        Endpoint::from_shared(address).map_err(|error| Status::from_error(error.into()))?;
    let mut client = RefereeServiceClient::new(endpoint.connect_lazy());
    let mut inbox = client.play(UnboundedReceiverStream::new(to_send)).await?.into_inner();
    let mut rules = RuleSet::default();
    while let Some(response) = inbox.message().await? {
        match response.message {
            Some(Hear::Welcome(welcome)) => rules = welcome.ruleset.unwrap_or_default(),
            Some(Hear::WarmUp(warm_up)) => {
                for example in &warm_up.examples {
                    strategy::choose(example, &rules);
                }
                say(Say::Ready(Ready {}));
            }
            Some(Hear::Questions(asked)) => {
                let answers = asked.questions.iter().map(|question| Answer {
                    question_id: question.question_id,
                    choice: Some(strategy::choose(question, &rules) as u32),
                    note: None,
                });
                say(Say::Answers(Answers { answers: answers.collect() }));
            }
            Some(Hear::Goodbye(goodbye)) => {
                if !goodbye.detail.is_empty() {
                    eprintln!("goodbye: {}", goodbye.detail);
                }
                drop(outbox); // closes our half
                while let Ok(Some(_)) = inbox.message().await {} // how it ends is no matter
                return Ok(());
            }
            _ => {} // what is of no concern here, or of a later version
        }
    }
    Ok(())
}
