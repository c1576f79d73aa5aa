# `make tournament` and `make test` need Python 3.11 or later and make, nothing else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: tournament test lint proto clean

tournament: $(VENV)/.installed  ## play a small tournament of the sample bots
