// Wires the strategy of strategy.ts to the referee.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { credentials, loadPackageDefinition, type ClientDuplexStream } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';

import type { PlayRequest } from './build/protocol/king/v1/PlayRequest.js';
import type { PlayResponse__Output as PlayResponse } from './build/protocol/king/v1/PlayResponse.js';
import type { RuleSet__Output as RuleSet } from './build/protocol/king/v1/RuleSet.js';
import type { ProtoGrpcType } from './build/protocol/session.js';
import { choose } from './strategy.js';

let isOver = false; // the referee has said goodbye: how the stream ends then is no matter

/** The client of king.v1's service, made from the .proto files as they are. */
function openClient(target: string) {
  // The build makes the types with the same options; see package.json.
  const definition = loadSync('king/v1/session.proto', {
    includeDirs: [fileURLToPath(new URL('../proto', import.meta.url))],
    longs: String, // ids and seeds have 64 bits, and a number holds only 53
    enums: String, // a value that a later version adds comes as its number
    defaults: true, // what is not sent is there with its default, unless it is optional
    oneofs: true, // each oneof is there by its own name, and says which of its fields is set
  });
  const { king } = loadPackageDefinition(definition) as unknown as ProtoGrpcType;
  const options = { 'grpc.enable_http_proxy': 0 };
  return new king.v1.RefereeService(target, openCredentials(), options);
}

/** Plain text, or TLS if KING_TLS_CA names a file that says whom to trust. */
function openCredentials() {
  const [ca, key, certificate] = ['CA', 'KEY', 'CERT'].map(readPem);
  if (!ca) return credentials.createInsecure();
  try {
    return credentials.createSsl(ca, key, certificate);
  } catch (problem) {
    fail(`the files for TLS are of no use: ${String(problem)}`);
  }
}

/** The file that a variable names; null where it is not set. */
function readPem(name: string) {
  const path = process.env[`KING_TLS_${name}`];
  try {
    return path ? readFileSync(path) : null;
  } catch (problem) {
    fail(`a file for TLS cannot be read: ${String(problem)}`);
  }
}

/** Answers what is asked on the stream until the referee says goodbye or ends it. */
async function play(stream: ClientDuplexStream<PlayRequest, PlayResponse>, token: string) {
  // Each question is answered by itself, so many games at once are as easy as one.
  stream.write({ hello: { token, protocolVersion: 1, gamesAtOnce: 256 } });
  let rules: RuleSet | undefined;
  for await (const message of stream as AsyncIterable<PlayResponse>) {
    if (message.welcome) {
      rules = message.welcome.ruleset ?? undefined;
    } else if (message.warmUp) {
      for (const example of message.warmUp.examples) choose(example, rules);
      stream.write({ ready: {} });
    } else if (message.questions) {
      const answers = message.questions.questions.map((question) => ({
        questionId: question.questionId,
        choice: choose(question, rules),
      }));
      stream.write({ answers: { answers } });
    } else if (message.goodbye) {
      isOver = true;
      if (message.goodbye.detail) console.error(`goodbye: ${message.goodbye.detail}`);
      stream.end();
    }
  }
}

function fail(text: string): never {
  console.error(text);
  process.exit(1);
}

/** Whether this is a status of gRPC, and no mistake of ours. */
function isStatus(problem: unknown): problem is Error {
  return problem instanceof Error && 'code' in problem && Number.isInteger(problem.code);
}

process.once('SIGTERM', () => process.exit(0));
const { KING_REFEREE: target, KING_TOKEN: token } = process.env;
if (!target || !token) fail('KING_REFEREE or KING_TOKEN is not set: the referee sets them');
const client = openClient(target);
try {
  await play(client.play(), token);
} catch (problem) {
  if (!isStatus(problem)) throw problem;
  if (!isOver) fail(`no connection to the referee at ${target}: ${problem.message}`);
}
client.close();
