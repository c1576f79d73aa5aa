"""The protocol `king.v1`: `game_pb2`, `session_pb2` and `session_pb2_grpc` are generated."""
