FROM node:22-slim AS page
WORKDIR /page
COPY clients/web/package.json clients/web/package-lock.json clients/web/.npmrc ./
RUN npm ci --silent
COPY clients/web ./
RUN npm run build

FROM python:3.12-slim
WORKDIR /app
COPY requirements.lock ./
RUN pip install --no-cache-dir --requirement requirements.lock
COPY . .
COPY --from=page /page/dist clients/web/dist
RUN pip install --no-cache-dir --no-deps . \
 && useradd --system --uid 10001 --user-group broadside \
 && install -d -o broadside -g broadside -m 0700 /data /archive
USER broadside
EXPOSE 8750
CMD ["broadside", "serve"]
