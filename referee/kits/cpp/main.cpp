// Wires the strategy of strategy.cpp to the referee.

#include <grpcpp/grpcpp.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>

#include "king/v1/session.grpc.pb.h"
#include "strategy.h"

namespace v1 = king::v1;

namespace {

/// Answers what is asked until the stream ends; the status is OK if the referee said goodbye.
grpc::Status play(v1::RefereeService::Stub& stub, const std::string& token) {
  grpc::ClientContext context;
  const auto stream = stub.Play(&context);
  v1::PlayRequest first;
  first.mutable_hello()->set_token(token);
  first.mutable_hello()->set_protocol_version(1);
  // Each question is answered by itself, so many games at once are as easy as one.
  first.mutable_hello()->set_games_at_once(256);
  stream->Write(first);  // where it fails, Read fails too, and Finish says why

  v1::RuleSet rules;
  bool is_over = false;
  v1::PlayResponse message;
  while (stream->Read(&message)) {
    v1::PlayRequest request;
    if (message.has_welcome()) {
      rules = message.welcome().ruleset();
    } else if (message.has_warm_up()) {
      for (const v1::Question& example : message.warm_up().examples()) choose(example, rules);
      request.mutable_ready();
      stream->Write(request);
    } else if (message.has_questions()) {
      for (const v1::Question& question : message.questions().questions()) {
        v1::Answer& answer = *request.mutable_answers()->add_answers();
        answer.set_question_id(question.question_id());
        answer.set_choice(choose(question, rules));
      }
      stream->Write(request);
    } else if (message.has_goodbye()) {
      is_over = true;
      const std::string& detail = message.goodbye().detail();
      if (!detail.empty()) std::cerr << "goodbye: " << detail << '\n';
      stream->WritesDone();
    }
  }
  const grpc::Status status = stream->Finish();
  return is_over ? grpc::Status::OK : status;  // after a goodbye it is no matter
}

/// The file that the variable names; empty where it is not set.
std::string read_pem(const char* variable) {
  const char* path = std::getenv(variable);
  if (!path || !*path) return {};
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  if (text.str().empty()) {
    std::cerr << "a file for TLS cannot be read, or is empty: " << path << '\n';
    std::exit(1);
  }
  return text.str();
}

/// Plain text, or TLS if KING_TLS_CA names a file that says whom to trust.
std::shared_ptr<grpc::ChannelCredentials> transport() {
  grpc::SslCredentialsOptions files;
  files.pem_root_certs = read_pem("KING_TLS_CA");
  files.pem_private_key = read_pem("KING_TLS_KEY");
  files.pem_cert_chain = read_pem("KING_TLS_CERT");
  if (files.pem_root_certs.empty()) return grpc::InsecureChannelCredentials();
  return grpc::SslCredentials(files);
}

}  // namespace

int main() {
  std::signal(SIGTERM, [](int) { std::_Exit(0); });  // there is nothing to put away
  setenv("GRPC_VERBOSITY", "NONE", 0);  // what goes wrong is in the status; set it to see more
  const char* target = std::getenv("KING_REFEREE");
  const char* token = std::getenv("KING_TOKEN");
  if (!target || !*target || !token || !*token) {
    std::cerr << "KING_REFEREE or KING_TOKEN is not set: the referee sets them\n";
    return 1;
  }
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  const auto channel = grpc::CreateCustomChannel(target, transport(), arguments);
  const grpc::Status status = play(*v1::RefereeService::NewStub(channel), token);
  if (status.ok()) return 0;
  std::cerr << "no connection to the referee at " << target << ": status " << status.error_code()
            << ' ' << status.error_message() << '\n';
  return 1;
}
