# `make tournament` and `make test` need Python 3.11 or later and make, nothing else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LOCAL := leaderboards/local
# Two files of tests at a time; what a file sets up is set up once.
SIDE_BY_SIDE := --numprocesses 2 --dist loadfile
BOARDS := 8
MADE := node_modules build dist target
BUILD_LOGS := $(VENV)
STUBS := game_pb2.py game_pb2.pyi session_pb2.py session_pb2.pyi session_pb2_grpc.py
GO_BOTS := referee/kits/go sample_bots/spotter
GO_PLUGINS := $(CURDIR)/$(VENV)-proto/go
GO_NAMES := Mking/v1/game.proto=./kingv1,Mking/v1/session.proto=./kingv1
BASELINE := proto/king.v1.binpb
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help install tournament test test-pages test-languages bench variance faults transcript rules lint proto proto-check proto-check-go clean
.DELETE_ON_ERROR:

help: ## print this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1 - \2/p' Makefile

install: $(VENV)/.installed ## make the environment in .venv, and nothing else

# A bot in another language plays where there is what it needs. More bots than seats sit at as many
# tables as there are bots, and each table plays half as many boards.
tournament: $(VENV)/.installed ## play a small tournament of the sample bots into leaderboards/local
	@rm -rf $(LOCAL)
	@bots=$$($(BIN)/python sample_bots/ready.py $(BUILD_LOGS)) || exit; set -- $$bots; \
	boards=$(BOARDS); schedule=; \
	if [ $$# -gt 4 ]; then \
		boards=$$(((boards + 1) / 2)); schedule="--schedule balanced --tables $$#"; fi; \
	$(BIN)/referee tournament "$$@" --ruleset classic $$schedule \
		--boards $$boards --seed local --name local --out $(LOCAL)

test: $(VENV)/.installed ## run the tests
	$(BIN)/pytest $(SIDE_BY_SIDE) -m "not languages and not browser"

test-pages: $(VENV)/.installed ## look at reports and games in Chromium, if it is there
	$(BIN)/pytest -m browser

test-languages: $(VENV)/.installed ## make, build and try bots in the other languages that are there
	$(BIN)/pytest $(SIDE_BY_SIDE) -m languages

faults: $(VENV)/.installed ## run the badly behaved bots and write what happened into docs/faults.md
	@PYTHONPATH=tests $(BIN)/python -m zoo

bench: $(VENV)/.benching ## measure the referee against bare gRPC (QUICK=1: a single round)
	@$(BIN)/python -m benchmarks $(if $(QUICK),--size quick) $(if $(WHEN_IDLE),--when-idle)

variance: $(VENV)/.installed ## measure what duplicate seatings save (see docs/statistics.md)
	@$(BIN)/python -m benchmarks.variance --boards 24

transcript: $(VENV)/.installed ## play the messages on docs/protocol.md again and write them there
	@$(BIN)/python tests/transcript.py

rules: $(VENV)/.installed ## write the rule sheets of docs/rules from the data
	@$(BIN)/referee rules --write docs/rules

lint: $(VENV)/.linting ## check style, types, imports and the protocol
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/buf lint
	$(BIN)/buf format --diff --exit-code
	$(BIN)/buf breaking --against $(BASELINE)
	$(BIN)/lint-imports
	$(BIN)/mypy
	@# Each bot is a program of its own, and several have a main.py: one run for each.
	@for bot in $(dir $(wildcard sample_bots/*/main.py)); do \
		echo "$(BIN)/mypy $$bot"; $(BIN)/mypy "$$bot" || exit 1; done
	@# A kit lies below a package without being a part of it.
	$(BIN)/mypy --no-namespace-packages referee/kits/python/*.py

# The stubs are made with the oldest tools that they shall work with, in an environment of their own.
# `buf breaking` comes first, so that the baseline only ever grows.
proto: $(GO_PLUGINS)/.installed $(VENV)-proto/.installed $(VENV)/.linting ## make the stubs again after a change of the protocol
	$(BIN)/buf breaking --against $(BASELINE)
	$(call make-stubs,proto/king/v1)
	$(call make-baseline,$(BASELINE))
	$(call make-go-stubs,$(word 1,$(GO_BOTS)))
	$(call make-go-stubs,$(word 2,$(GO_BOTS)))
	@for folder in sample_bots/*/proto/king/v1; do cp proto/king/v1/*.proto $$folder || exit 1; done

proto-check: $(VENV)-proto/.installed $(VENV)/.linting ## check that the committed stubs are those of the protocol
	@rm -rf $(VENV)-proto/made && mkdir $(VENV)-proto/made
	$(call make-stubs,$(VENV)-proto/made)
	$(call make-baseline,$(VENV)-proto/made/king.v1.binpb)
	@for stub in $(STUBS); do diff -u proto/king/v1/$$stub $(VENV)-proto/made/$$stub || exit 1; done
	@cmp $(BASELINE) $(VENV)-proto/made/king.v1.binpb
	@echo "The committed stubs are those of the protocol."

proto-check-go: $(GO_PLUGINS)/.installed $(VENV)-proto/.installed ## the same for those in Go
	@rm -rf $(VENV)-proto/made-go && mkdir $(VENV)-proto/made-go
	$(call make-go-stubs,$(VENV)-proto/made-go)
	@for folder in $(GO_BOTS); do diff -ru $(VENV)-proto/made-go/kingv1 $$folder/kingv1 || exit 1; done

define make-stubs
	@rm -rf $(VENV)-proto/out && mkdir -p $(VENV)-proto/out
	$(VENV)-proto/bin/python -m grpc_tools.protoc --proto_path=proto \
		--python_out=$(VENV)-proto/out --pyi_out=$(VENV)-proto/out \
		king/v1/game.proto king/v1/session.proto
	$(VENV)-proto/bin/python -m grpc_tools.protoc --proto_path=proto \
		--grpc_python_out=$(VENV)-proto/out king/v1/session.proto
	@cp $(STUBS:%=$(VENV)-proto/out/king/v1/%) $(1)
endef

# The .proto files know nothing of Go, so that the package is named here.
define make-go-stubs
	PATH="$(GO_PLUGINS):$$PATH" $(VENV)-proto/bin/python -m grpc_tools.protoc --proto_path=proto \
		--go_out=$(1) --go_opt=$(GO_NAMES) --go-grpc_out=$(1) --go-grpc_opt=$(GO_NAMES) \
		king/v1/game.proto king/v1/session.proto
endef

define make-baseline
	$(BIN)/buf build --exclude-source-info --output $(1)
endef

$(VENV)/.installed: pyproject.toml
	$(make-venv)
	@echo "Installing the referee into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --editable '.[test]'
	@touch $@

$(VENV)/.linting: $(VENV)/.installed
	@echo "Installing the linters into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --editable '.[test,lint]'
	@touch $@

$(VENV)/.benching: $(VENV)/.installed
	@echo "Installing OpenSpiel, to compare with, into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --editable '.[test,bench]'
	@touch $@

$(VENV)-proto/.installed:
	$(call make-venv,-proto)
	@echo "Installing the protocol compiler into $(VENV)-proto ..."
	@$(VENV)-proto/bin/python -m pip install --quiet grpcio-tools==1.71.0 'protobuf==5.29.*'
	@touch $@

$(GO_PLUGINS)/.installed:
	GOBIN=$(GO_PLUGINS) go install google.golang.org/protobuf/cmd/protoc-gen-go@v1.36.12
	GOBIN=$(GO_PLUGINS) go install google.golang.org/grpc/cmd/protoc-gen-go-grpc@v1.6.2
	@touch $@

# An environment that does not start any more (moved folder, newer Python) is made anew.
define make-venv
	@command -v $(PYTHON) >/dev/null || { \
		echo "There is no $(PYTHON): install Python 3.11 or later, or say make PYTHON=..."; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "$$($(PYTHON) --version) is too old: install Python 3.11 or later, or say make PYTHON=..."; \
		exit 2; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(PYTHON) cannot make environments: on Debian and Ubuntu, apt install python3-venv"; exit 2; }
	@$(VENV)$(1)/bin/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)$(1)
endef

clean: ## remove the environments, the caches and leaderboards/local
	rm -rf $(VENV) $(VENV)-proto $(LOCAL) .mypy_cache .ruff_cache .pytest_cache .hypothesis
	rm -rf .import_linter_cache build dist $(MADE:%=sample_bots/*/%)
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
