//! Wires the strategy of strategy.rs to the referee.

mod strategy;

use king::referee_service_client::RefereeServiceClient;
use king::{Answer, Answers, Hello, PlayRequest, Ready, RuleSet};
use king::{play_request::Message as Say, play_response::Message as Hear};
use std::{env, process::exit};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc;
use tokio_stream::wrappers::UnboundedReceiverStream as Outgoing;
use tonic::{Status, transport::Endpoint};

mod king {
    #![allow(dead_code, clippy::all)]
    tonic::include_proto!("king.v1");
}

// The strategy has the main thread, where a panic ends the process; the other reads meanwhile.
#[tokio::main(worker_threads = 1)]
async fn main() {
    let mut sigterm = signal(SignalKind::terminate()).expect("SIGTERM can be heard");
    tokio::spawn(async move { exit(sigterm.recv().await.map_or(1, |()| 0)) });
    if let Err(problem) = play().await {
        eprintln!("closer: {problem}");
        exit(1);
    }
}

/// Answers the referee's questions until it says goodbye or ends the stream.
async fn play() -> Result<(), String> {
    let set = |name| env::var(name).ok().filter(|value| !value.is_empty());
    let (Some(target), Some(token)) = (set("KING_REFEREE"), set("KING_TOKEN")) else {
        return Err("KING_REFEREE or KING_TOKEN is not set: the referee sets them".to_owned());
    };
    let broken = |status: Status| format!("no connection to the referee at {target}: {status}");
    // tonic knows targets of the form unix:/PATH, and asks no proxy.
    let scheme = if target.starts_with("unix:") { "" } else { "http://" };
    let endpoint = Endpoint::from_shared(format!("{scheme}{target}"))
        .map_err(|error| broken(Status::from_error(error.into())))?;
    let (outbox, to_send) = mpsc::unbounded_channel();
    // Where nobody takes what is said any more, the inbox tells why.
    let say = |message| drop(outbox.send(PlayRequest { message: Some(message) }));
    say(Say::Hello(Hello { token, protocol_version: 1, games_at_once: 256, ..Default::default() }));
    let mut client = RefereeServiceClient::new(endpoint.connect_lazy());
    let mut inbox = client.play(Outgoing::new(to_send)).await.map_err(broken)?.into_inner();
    let mut rules = RuleSet::default();
    while let Some(response) = inbox.message().await.map_err(broken)? {
        match response.message {
            Some(Hear::Welcome(welcome)) => rules = welcome.ruleset.unwrap_or_default(),
            Some(Hear::WarmUp(_)) => say(Say::Ready(Ready {})),
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
                    eprintln!("closer: goodbye: {}", goodbye.detail);
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
