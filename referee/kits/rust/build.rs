//! Makes the messages and the client of king/v1 from the protocol files.

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=proto");
    // protox reads the files by itself, so that no protoc need be installed.
    let files = protox::compile(["king/v1/session.proto"], ["proto"])?;
    tonic_prost_build::configure().build_server(false).compile_fds(files)?;
    Ok(())
}
