#!/bin/sh
# Starts a server and puts nginx and Caddy before it, each as its example says but on ports of this machine and with a
# certificate made here, and plays through them. Ends with 0 if everything that is installed works.
#
#   deploy/try-proxies.sh target/release/brett
set -eu

brett=$(realpath "${1:?name the program: deploy/try-proxies.sh target/release/brett}")
here=$(realpath "$(dirname "$0")")
client=$here/../examples/protocol_client.py
work=$(mktemp -d)
pids=
finish() {
    for pid in $pids; do kill "$pid" 2>/dev/null || true; done
    rm -rf "$work"
}
trap finish EXIT

free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# Waits until something listens on a port of this machine.
await_port() {
    python3 - "$1" <<'PYTHON'
import socket, sys, time
for _ in range(200):
    try:
        socket.create_connection(("127.0.0.1", int(sys.argv[1])), 1).close()
        sys.exit(0)
    except OSError:
        time.sleep(0.05)
sys.exit("nothing listens on port " + sys.argv[1])
PYTHON
}

backend=$(free_port)
sed "s/127.0.0.1:8731/127.0.0.1:$backend/" "$here/brett.toml" >"$work/brett.toml"
"$brett" serve --config "$work/brett.toml" --data "$work/data" --log warn >"$work/brett.log" 2>&1 &
pids="$pids $!"
await_port "$backend"

openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
    -keyout "$work/key.pem" -out "$work/cert.pem" 2>/dev/null

# Plays and looks through a proxy at a port.
try_through() {
    name=$1 url=https://localhost:$2
    SSL_CERT_FILE=$work/cert.pem
    export SSL_CERT_FILE
    cookie=$(curl -sS -D - -o /dev/null --cacert "$work/cert.pem" "$url/api/me" | grep -i '^set-cookie: brett=')
    case $cookie in
        *Secure*) echo "$name: X-Forwarded-Proto arrives, cookies are Secure" ;;
        *) echo "$name: the cookie is not Secure: $cookie" && return 1 ;;
    esac
    status=$(head -c 400000 /dev/zero | curl -sS -o /dev/null -w '%{http_code}' --cacert "$work/cert.pem" \
        --data-binary @- "$url/api/replay" || true)
    case $status in
        # Caddy finds out while it passes the body on.
        413 | 502) echo "$name: a body of 400 kB is refused with $status" ;;
        *) echo "$name: a body of 400 kB is answered by $status" && return 1 ;;
    esac
    python3 "$client" latency --server "$url" --pairs 5 --rate 20 --seconds 3 --max-p99 2000 --max-p999 2000
}

failed=0
if command -v nginx >/dev/null; then
    port=$(free_port)
    {
        echo "daemon off; pid $work/nginx.pid; error_log stderr warn; events {} http { access_log off;"
        for path in client_body proxy fastcgi uwsgi scgi; do echo "${path}_temp_path $work/nginx-$path;"; done
        sed -e '/^# Whoever comes without TLS/,$d' -e '/listen \[::\]/d' -e "s/listen 443/listen 127.0.0.1:$port/" \
            -e "s/127.0.0.1:8731/127.0.0.1:$backend/" -e "s/games.example/localhost/" \
            -e "s|ssl_certificate /.*|ssl_certificate $work/cert.pem;|" \
            -e "s|ssl_certificate_key /.*|ssl_certificate_key $work/key.pem;|" "$here/nginx.conf"
        echo "}"
    } >"$work/nginx.conf"
    nginx -c "$work/nginx.conf" &
    pids="$pids $!"
    await_port "$port"
    try_through nginx "$port" || failed=1
else
    echo "nginx is not installed"
fi
if command -v caddy >/dev/null; then
    port=$(free_port)
    sed -e "0,/^{/s|^{|{\n\tadmin off\n\tauto_https off|" -e "s/127.0.0.1:8731/127.0.0.1:$backend/" \
        -e "s|^games.example {|https://localhost:$port {\n\ttls $work/cert.pem $work/key.pem|" \
        "$here/Caddyfile" >"$work/Caddyfile"
    HOME=$work XDG_DATA_HOME=$work XDG_CONFIG_HOME=$work \
        caddy run --config "$work/Caddyfile" --adapter caddyfile >"$work/caddy.log" 2>&1 &
    pids="$pids $!"
    await_port "$port" || { cat "$work/caddy.log"; exit 1; }
    try_through caddy "$port" || failed=1
else
    echo "caddy is not installed"
fi
exit $failed
