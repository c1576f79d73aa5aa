"""A bot that tells its token wherever it can, and sends what is no message."""

import sys

from king.v1 import session_pb2 as pb
from zoo.wiring import AtFifthQuestion


class Blurts(AtFifthQuestion):
    """Its token is in its name, in a note, in a field of a later version and in garbage."""

    def connected(self) -> None:
        """Says Hello with a field that nobody knows."""
        print(self.token, file=sys.stderr, flush=True)
        hello = pb.Hello(token=self.token, protocol_version=1, name=f"I have {self.token}")
        unknown = bytes([0xFA, 0x07, len(self.token)]) + self.token.encode()  # field 127
        self.send(pb.PlayRequest(hello=hello).SerializeToString() + unknown)

    def answer(self, question: pb.Question) -> pb.Answer:
        """The first answer, with a note."""
        note = f"secret: {self.token}"
        return pb.Answer(question_id=question.question_id, choice=0, note=note)

    def misbehave(self) -> None:
        """Sends garbage, a message that is too long, and is gone."""
        token = self.token.encode()
        self.send(b"\xff\xff" + token + b"\xff")
        self.send(token * 100_000)


if __name__ == "__main__":
    Blurts().run()
