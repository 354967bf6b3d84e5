# syntax=docker/dockerfile:1
# The first stage builds the web client and compiles the rules; the second holds the installed package alone.
ARG PYTHON=3.13

FROM python:${PYTHON}-slim AS build
# Any version of Debian's compiler will do.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /build
# Packages change less often than sources: these layers are kept between builds.
COPY requirements/build.txt requirements/run.txt requirements/wasm.txt requirements/
RUN python -m venv /app && /app/bin/pip install --require-hashes --no-deps -r requirements/run.txt
RUN pip install --require-hashes --no-deps -r requirements/build.txt -r requirements/wasm.txt
# The rules are compiled for browsers too, whose Python is 3.14.
COPY --from=python:3.14-slim /usr/local/include/python3.14 /headers
COPY . .
RUN TABLEE_REQUIRE_COMPILED=1 TABLEE_REQUIRE_OFFLINE=compiled TABLEE_PYTHON_HEADERS=/headers \
    pip wheel --no-build-isolation --no-deps --wheel-dir dist . \
    && TABLEE_REQUIRE_OFFLINE=compiled python -m tests.packaging.wheel dist/*.whl \
    && /app/bin/pip install --no-deps dist/*.whl

FROM python:${PYTHON}-slim
LABEL org.opencontainers.image.title="Tablée" \
      org.opencontainers.image.source="https://github.com/tablee-games/tablee" \
      org.opencontainers.image.licenses="MIT"
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin tablee \
    && install --directory --owner=tablee --group=tablee --mode=0750 /var/lib/tablee
COPY --from=build /app /app
ENV PATH="/app/bin:${PATH}" \
    PYTHONUNBUFFERED=1 \
    TABLEE_REQUIRE_COMPILED=1 \
    TABLEE_STORE=sqlite:////var/lib/tablee/tablee.db
USER 10001
WORKDIR /var/lib/tablee
VOLUME /var/lib/tablee
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
ENTRYPOINT ["tablee"]
CMD ["serve", "--host", "0.0.0.0"]
