//! Wires the strategy of strategy.rs to the referee.

mod strategy;

use std::env;
use std::error::Error;
use std::fs::read;
use std::process::{ExitCode, exit};

use king::v1::play_request::Message as Say;
use king::v1::play_response::Message as Hear;
use king::v1::referee_service_client::RefereeServiceClient;
use king::v1::{Answer, Answers, Hello, PlayRequest, Ready, RuleSet};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::transport::{Certificate, ClientTlsConfig, Endpoint, Identity};

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

/// What a variable is set to.
fn set(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

/// The way to the referee; with TLS if KING_TLS_CA names a file that says whom to trust.
fn endpoint(target: &str) -> Result<Endpoint, Box<dyn Error>> {
    // tonic knows targets of the form unix:/PATH, and asks no proxy.
    if target.starts_with("unix:") {
        return Ok(Endpoint::from_shared(target.to_owned())?);
    }
    let Some(ca) = set("KING_TLS_CA") else {
        return Ok(Endpoint::from_shared(format!("http://{target}"))?);
    };
    let pem = |path: &str| {
        read(path).map_err(|error| format!("a file for TLS cannot be read: {path}: {error}"))
    };
    let mut tls = ClientTlsConfig::new().ca_certificate(Certificate::from_pem(pem(&ca)?));
    if let (Some(own), Some(key)) = (set("KING_TLS_CERT"), set("KING_TLS_KEY")) {
        tls = tls.identity(Identity::from_pem(pem(&own)?, pem(&key)?));
    }
    let plain = Endpoint::from_shared(format!("https://{target}"))?;
    plain.tls_config(tls).map_err(|error| match error.source() {
        Some(cause) => format!("the files for TLS are of no use: {cause}").into(),
        None => error.into(),
    })
}

/// Answers the referee's questions until it says goodbye or ends the stream.
async fn play(target: &str, token: String) -> Result<(), Box<dyn Error>> {
    let (outbox, to_send) = mpsc::unbounded_channel();
    // Where nobody takes what is said any more, the inbox tells why.
    let say = |message| drop(outbox.send(PlayRequest { message: Some(message) }));
    // Each question is answered by itself, so many games at once are as easy as one.
    say(Say::Hello(Hello { token, protocol_version: 1, games_at_once: 256, ..Default::default() }));
    let mut client = RefereeServiceClient::new(endpoint(target)?.connect_lazy());
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
