FROM node:26.10.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json rolldown.config.ts ./
COPY pipelines ./pipelines
COPY src ./src
RUN npm run -s build && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:26.10.0-bookworm-slim
LABEL org.opencontainers.image.title="dossier" \
      org.opencontainers.image.description="Turns a paid, rate-limited Chinese legal research service into a DuckDB warehouse, exports and dossiers." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="MIT"
# For dossiers as PDF: --build-arg EXTRA_PACKAGES="chromium fonts-noto-cjk"
ARG EXTRA_PACKAGES=""
RUN apt-get update \
 && apt-get install -y --no-install-recommends tini ${EXTRA_PACKAGES} \
 && rm -rf /var/lib/apt/lists/* \
 && ln -s /app/dist/program/cli/main.js /usr/local/bin/dossier \
 && install -d -o node -g node -m 700 /data
WORKDIR /app
COPY LICENSE CHANGELOG.md README.md ./
COPY jobs ./jobs
COPY docs ./docs
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist/program ./dist/program
ENV NODE_ENV=production \
    DOSSIER_HOME=/data
USER 1000:1000
VOLUME ["/data"]
HEALTHCHECK --interval=1m --timeout=30s --start-period=30s \
  CMD ["dossier", "status", "--check"]
ENTRYPOINT ["tini", "--", "dossier"]
CMD ["--help"]
