// Wires the strategy of strategy.js to the referee.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import grpc from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';

import { choose } from './strategy.js';

const { KING_REFEREE: target, KING_TOKEN: token } = process.env;
let isOver = false; // the referee has said goodbye: how the stream ends then is no matter

/** The client of king.v1's service, made from the .proto files as they are. */
function openClient() {
  const definition = loadSync('king/v1/session.proto', {
    includeDirs: [fileURLToPath(new URL('proto', import.meta.url))],
    longs: String, // ids and seeds have 64 bits, and a number holds only 53
    enums: String, // a value that a later version adds comes as its number
    defaults: true, // what is not sent is there with its default, unless it is optional
    oneofs: true, // each oneof is there by its own name, and says which of its fields is set
  });
  const { RefereeService } = grpc.loadPackageDefinition(definition).king.v1;
  const options = { 'grpc.enable_http_proxy': 0 };
  return new RefereeService(target, openCredentials(), options);
}

/** Plain text, or TLS if KING_TLS_CA names a file that says whom to trust. */
function openCredentials() {
  const [ca, key, certificate] = ['CA', 'KEY', 'CERT'].map(readPem);
  if (!ca) return grpc.credentials.createInsecure();
  try {
    return grpc.credentials.createSsl(ca, key, certificate);
  } catch (problem) {
    fail(`the files for TLS are of no use: ${problem.message}`);
  }
}

/** The file that a variable names; null where it is not set. */
function readPem(name) {
  const path = process.env[`KING_TLS_${name}`];
  try {
    return path ? readFileSync(path) : null;
  } catch (problem) {
    fail(`a file for TLS cannot be read: ${problem.message}`);
  }
}

/** Answers what is asked on the stream until the referee says goodbye or ends it. */
async function play(stream) {
  // Each question is answered by itself, so many games at once are as easy as one.
  stream.write({ hello: { token, protocolVersion: 1, gamesAtOnce: 256 } });
  let rules;
  for await (const { message, welcome, warmUp, questions, goodbye } of stream) {
    if (message === 'welcome') {
      rules = welcome.ruleset;
    } else if (message === 'warmUp') {
      for (const example of warmUp.examples) choose(example, rules);
      stream.write({ ready: {} });
    } else if (message === 'questions') {
      const answers = questions.questions.map((question) => ({
        questionId: question.questionId,
        choice: choose(question, rules),
      }));
      stream.write({ answers: { answers } });
    } else if (message === 'goodbye') {
      isOver = true;
      if (goodbye.detail) console.error(`goodbye: ${goodbye.detail}`);
      stream.end();
    }
  }
}

function fail(text) {
  console.error(text);
  process.exit(1);
}

process.once('SIGTERM', () => process.exit(0));
if (!target || !token) fail('KING_REFEREE or KING_TOKEN is not set: the referee sets them');
const client = openClient();
try {
  await play(client.play());
} catch (problem) {
  if (!Number.isInteger(problem.code)) throw problem; // no status of gRPC but a mistake of ours
  if (!isOver) fail(`no connection to the referee at ${target}: ${problem.message}`);
}
client.close();
