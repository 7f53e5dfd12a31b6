#!/bin/sh
# Installs the engines that the oracle tests compare on: PostgreSQL from the system's packages (as root on a
# Debian-like system only) and ZetaSQL from PyPI. Never fails: tests skip, by name, what is not there.
bin=$1

if ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y postgresql; } >/dev/null 2>&1 ||
            echo "PostgreSQL could not be installed: its tests are skipped"
    else
        echo "PostgreSQL is not installed: its tests are skipped"
    fi
fi

"$bin/pip" install --quiet --disable-pip-version-check 'zetasql==0.1.5' 'psycopg2-binary>=2.9' ||
    echo "ZetaSQL or psycopg2 could not be installed: the oracle tests are skipped"
exit 0
