FROM python:3.12-slim
WORKDIR /app
COPY requirements.lock ./
RUN pip install --no-cache-dir --requirement requirements.lock
COPY . .
RUN pip install --no-cache-dir --no-deps . \
 && useradd --system broadside \
 && install -d -o broadside -m 0700 /data
USER broadside
EXPOSE 8750
CMD ["broadside", "serve"]
