//! Makes the messages and the client of king/v1 from proto/, without a protoc.

fn main() {
    let files = protox::compile(["king/v1/session.proto"], ["proto"]).expect("proto/ is sound");
    tonic_prost_build::configure().build_server(false).compile_fds(files).expect("it makes code");
}
