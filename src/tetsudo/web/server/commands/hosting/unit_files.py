"""Services of systemd: the site, its worker, and the nightly backup, each with as few rights as it needs."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tetsudo.web.server.commands.hosting.answers import STATE_FOLDER, Answers
from tetsudo.web.server.commands.hosting.site_files import BACKUPS, KEPT_COPIES, Text

SITE: Final = "tetsudo.service"
WORKER: Final = "tetsudo-worker.service"
BACKUP: Final = "tetsudo-backup.service"
TIMER: Final = "tetsudo-backup.timer"


def units(answers: Answers, configuration: Path, program: str) -> dict[str, str]:
    """Text of each unit by its name. `program`: the command that runs `tetsudo` from anywhere."""
    common = COMMON.substitute(
        user=answers.user,
        configuration=configuration,
        state=STATE_FOLDER,
        writable=_writable(answers),
        home="read-only" if program.startswith(("/home/", "/root/")) else "yes",
    )
    after = " postgresql.service" if answers.database.startswith("postgres") else ""
    shared = {"common": common, "program": program, "after": after}
    return {
        SITE: SERVICE.substitute(shared, about="Tetsudo: 18xx games on the web", command="serve", also=""),
        WORKER: SERVICE.substitute(
            shared, about="Tetsudo: notices of the site", command="worker", also=" tetsudo.service"
        ),
        BACKUP: COPY.substitute(shared, folder=BACKUPS, keep=KEPT_COPIES),
        TIMER: EVERY_NIGHT,
    }


def _writable(answers: Answers) -> str:
    """Line that opens the folder of a database elsewhere than in the usual one."""
    scheme, _sign, file = answers.database.partition("://")
    folder = Path(f"/{file.lstrip('/')}").parent
    if scheme != "sqlite" or folder.is_relative_to(STATE_FOLDER):
        return ""
    return f"ReadWritePaths={folder}\n"


COMMON: Final = Text("""\
User=@user
Environment=TETSUDO_CONFIG=@configuration
WorkingDirectory=@state
StateDirectory=tetsudo tetsudo/backups
StateDirectoryMode=0700
@{writable}UMask=0077
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=@home
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
CapabilityBoundingSet=""")

SERVICE: Final = Text("""\
[Unit]
Description=@about
Wants=network-online.target
After=network-online.target@after@also

[Service]
Type=exec
ExecStart=@program @command
Restart=on-failure
RestartSec=5
TimeoutStopSec=30
LimitNOFILE=65536
@common

[Install]
WantedBy=multi-user.target
""")

COPY: Final = Text("""\
[Unit]
Description=Tetsudo: a copy of the database, read back
After=network-online.target@after

[Service]
Type=oneshot
ExecStart=@program backup @folder --keep @keep
Nice=10
@common
""")

EVERY_NIGHT: Final = """\
[Unit]
Description=Tetsudo: a copy of the database every night

[Timer]
OnCalendar=daily
RandomizedDelaySec=1h
Persistent=yes

[Install]
WantedBy=timers.target
"""
