// Wires the strategy of strategy.cpp to the referee.

#include <grpcpp/grpcpp.h>

#include <csignal>
#include <cstdlib>
#include <iostream>

#include "king/v1/session.grpc.pb.h"
namespace v1 = king::v1;
std::uint32_t choose(const v1::Question& question, const v1::RuleSet& rules);  // in strategy.cpp

int main() {
  std::signal(SIGTERM, [](int) { std::_Exit(0); });  // there is nothing to put away
  setenv("GRPC_VERBOSITY", "NONE", 0);               // what goes wrong is in the status
  const char *target = std::getenv("KING_REFEREE"), *token = std::getenv("KING_TOKEN");
  if (!target || !*target || !token || !*token) {
    std::cerr << "odds: KING_REFEREE or KING_TOKEN is not set: the referee sets them\n";
    return 1;
  }
  grpc::ChannelArguments options;
  options.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  v1::RefereeService::Stub stub(
      grpc::CreateCustomChannel(target, grpc::InsecureChannelCredentials(), options));
  grpc::ClientContext context;
  const auto stream = stub.Play(&context);
  v1::PlayRequest first;
  first.mutable_hello()->set_token(token);
  first.mutable_hello()->set_protocol_version(1);
  first.mutable_hello()->set_games_at_once(256);
  stream->Write(first);  // where it fails, Read fails too, and Finish says why
  v1::RuleSet rules;
  bool is_over = false;  // the referee has said goodbye: how the stream ends then is no matter
  for (v1::PlayResponse message; stream->Read(&message);) {  // what it does not have is empty
    v1::PlayRequest request;
    if (message.has_welcome()) rules = message.welcome().ruleset();
    if (message.has_warm_up()) request.mutable_ready();
    for (const v1::Question& question : message.questions().questions()) {
      v1::Answer& answer = *request.mutable_answers()->add_answers();
      answer.set_question_id(question.question_id());
      answer.set_choice(choose(question, rules));
    }
    if (request.message_case()) stream->Write(request);
    const std::string& detail = message.goodbye().detail();
    if (!detail.empty()) std::cerr << "odds: goodbye: " << detail << '\n';
    if (message.has_goodbye()) is_over = true, stream->WritesDone();
  }
  const grpc::Status status = stream->Finish();
  if (status.ok() || is_over) return 0;
  std::cerr << "odds: no connection to the referee at " << target << ": " << status.error_message()
            << '\n';
  return 1;
}
