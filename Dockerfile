# The image of Sightline: built from these sources, run as a user without privileges. With DATABASE_URL it uses that PostgreSQL; without it, the
# embedded one, whose data is in /data: mount a volume there.

ARG NODE_IMAGE=docker.io/library/node:22-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY . .
RUN node scripts/setup.mjs \
 && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
 && mkdir /app \
 && cp -a bin dist node_modules prisma package.json schema.graphql LICENSE /app/

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 SIGHTLINE_DATA=/data
COPY --from=build /app /app
RUN ln -s /app/bin/sightline.mjs /usr/local/bin/sightline \
 && mkdir /data \
 && chown node:node /data
USER node
# Rejected lines of standard input go into the working folder.
WORKDIR /data
EXPOSE 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["sightline"]
CMD ["serve"]
