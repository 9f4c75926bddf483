"""The entries of a casino's registers: pits, tables, readers, signs, notices, clients, and the casino itself."""

from casino.kit.sentences.marks import gettext_noop as _

SENTENCES = {
    "register-unknown": _("{kind}: there is no such register; there are {kinds}"),
    "entry-unknown": _("{entry}: the register has no such entry"),
    "entry-moved-on": _(
        "{entry} was changed meanwhile, and stands at version {version}: look, and send it again"
    ),
    "entry-field-unknown": _("{field}: there is no such field; there are {fields}"),
    "entry-field-missing": _("{field} is missing"),
    "entry-field-malformed": _("{field} cannot be read as what it should be"),
    "entry-code-malformed": _(
        "'{entry}' is no code of an entry: 1 to 50 letters and digits, with hyphens, dots and underscores between them"
    ),
    "entry-code-alike": _(
        "'{entry}' and '{other}' are the same code in other letters: choose a code that differs in more than case"
    ),
    "pit-code-malformed": _(
        "'{entry}' is no code of a pit: 1 to {longest} characters that can be read, without a slash"
    ),
    "entry-name-malformed": _("a text of 1 to {longest} characters that can be read is right here"),
    "entry-choice-unknown": _("{value}: right would be {choices:either}"),
    "entry-unregistered": _("{entry} is in no register, or was withdrawn; there are {entries}"),
    "entry-in-use": _("{entry} is in use by {users}: they are withdrawn or changed first"),
    "entry-without-secret": _("{entry} has no secret"),
    "casino-entry-is-one": _("{entry}: a casino has one entry of its own, and it is called casino"),
    "casino-not-withdrawn": _("a casino is not withdrawn"),
    "casino-clock-while-open": _(
        "tables are open: {tables}; the casino's clock and day are changed when all are closed"
    ),
    "casino-without-language": _("a casino has at least one language"),
    "time-zone-unknown": _("{zone}: no time zone is called so; one is Europe/Lisbon"),
    "currency-unknown": _("{currency}: no currency is called so; one is EUR"),
    "clock-malformed": _("{clock} is no time of day; one is 14:00"),
    "shift-named-twice": _("{shift}: each shift has a name of its own"),
    "shifts-out-of-order": _("{shift} begins before the shift that stands before it in the gaming day"),
    "rulebook-in-use-at-table": _("{table} is played by {rulebook}, which would not be allowed"),
    "rulebook-not-of-casino": _("{rulebook}: the casino plays by {rulebooks:either}"),
    "rulebook-date-without-version": _("a date says from when a version is played by: name the version too"),
    "rulebook-not-in-force-then": _("version {version} of {rulebook} is not in force on {day}"),
    "currency-not-of-rulebook": _("{currency}: by {rulebook} a table is played in {right}"),
    "evidence-too-low": _(
        "evidence below {least} says nothing: right would be {least} or more, and 0 is never"
    ),
    "rotor-speeds-crossed": _(
        "at least {slowest} and at most {fastest} turns a minute leave no speed that is right: the first is the smaller"
    ),
    "one-launch-is-no-row": _("a single launch is no row: 2 launches are the fewest, and 0 is never"),
    "usual-minimum-not-allowed": _("the usual minimum is one of the minimum stakes that are allowed"),
    "minimum-not-allowed-at-table": _(
        "a minimum of {value:money} is not allowed at {table}; right would be {allowed:either}"
    ),
    "table-withdrawn-while-open": _("{table} is open: it is withdrawn when it is closed"),
    "reader-over-http-has-no-address": _("a reader that speaks over the API has no address"),
    "reader-address-malformed": _(
        "'{address}' cannot be the address of a reader. Enter socket://host:port, listen://host:port or "
        "rfc2217://host:port with nothing behind the port, mqtt://host:port/topic or mqtts://host:port/topic, or the "
        "path of a serial device"
    ),
    "reader-topic-malformed": _(
        "'{topic}' cannot be the topic of a reader. Enter levels of letters, digits and .-_~: with / between, such as "
        "mqtts://host:8883/wheels/{{reader}}, without wildcards"
    ),
    "reader-topic-without-reader": _(
        "The topic '{topic}' names a reader, and there is none yet. Enter the reader’s code in its place"
    ),
    "reader-preset-protocol": _(
        "A reader of this preset speaks {right}, not {protocol}. Choose {right}, or no preset"
    ),
    "reader-port-not-allowed": _(
        "Port {port} is not a port of readers. The setting WHEEL_READER_PORTS of the installation lists {ports}: enter "
        "one of these, or add the port there"
    ),
    "reader-host-not-allowed": _(
        "{host} is not a public address, and the setting WHEEL_READER_ADDRESSES of the installation does not list it. "
        "Enter the address of the reader, or add its host or network there"
    ),
    "reader-awaited-at-host-not-allowed": _(
        "The setting WHEEL_READER_ADDRESSES of the installation does not list {host}. A reader may dial in only at a "
        "listed address: enter one, or add this one there"
    ),
    "reader-device-indirect": _(
        "The path {device} has a detour such as '..' in it. Enter the direct path of the serial device"
    ),
    "reader-device-not-allowed": _(
        "{device} is not a serial device of readers. The setting WHEEL_READER_DEVICES of the installation lists "
        "{devices}: enter the path of one of these, or add the device there"
    ),
    "reader-lease-lost": _(
        "{gateway} listens to reader {reader} now, under lease {held}. This observation is of lease {lease}. Enter its "
        "number by hand if the table lacks it"
    ),
    "dead-letter-unknown": _("dead letter {letter} is unknown. Open the page of the reader again"),
    "dead-letter-done": _("dead letter {letter} is decided already. Open the page of the reader again"),
    "dead-letter-reason-missing": _(
        "the reason is missing: enter why this dead letter is retried or discarded"
    ),
    "reader-recording-runs": _(
        "a recording of reader {reader} runs already. Stop it before you start another"
    ),
    "reader-recording-bounds": _(
        "a recording is too long or too large. Choose {minutes} minutes and {megabytes} MB or less"
    ),
    "reader-probes-run": _(
        "{most} addresses are listened to already. Wait for one of them to end, a minute at most"
    ),
    "reader-device-not-serial": _("{device} is not a device. Enter the path of the reader's serial line"),
    "reader-pattern-too-long": _(
        "The option '{option}' has more than {longest} characters. Enter a shorter pattern"
    ),
    "reader-pattern-malformed": _(
        "The option '{option}' is not a pattern of RE2, or a too large one: {pattern}. Close each bracket, repeat "
        "parts less often, and leave out references back and looks ahead"
    ),
    "reader-pattern-without-number": _(
        "The option 'pattern' does not mark the number. Write (?P<number>…) around its digits"
    ),
    "reader-launch-not-implied": _(
        "A reader that speaks {protocol} sees launches itself. Choose entered, or the protocol plain_result"
    ),
    "reader-option-unknown": _("{option}: there is no such option; there are {options}"),
    "reader-options-malformed": _("no reader that speaks {protocol} can work with these options"),
    "reader-of-open-table": _("{reader} reads the wheel of {table}, which is open"),
    "reader-role-of-open-table": _(
        "{reader} reads the wheel of {table}, which is open. Close the table before you change the role"
    ),
    "reader-second-primary": _(
        "{table} has the primary reader {reader} already. Choose the role witness, or make {reader} a witness first"
    ),
    "reader-address-taken": _(
        "{address} is the address of reader {reader} too. Enter another one, or take {reader} out of service first"
    ),
    "sign-shows-nothing": _("a sign shows something"),
    "e-mail-address-malformed": _("'{address}' is no e-mail address"),
    "witness-key-malformed": _(
        "'{key}' is no public key of a witness, which is name+id+key as witness.py init prints it"
    ),
    "web-address-malformed": _("'{address}' is no address such as https://control.example/notices"),
    "client-without-scope": _("a client has at least one scope"),
    "administration-granted-by-two": _(
        "The scope of administration is granted by two officers on a screen. "
        "{roles:role} countersigns with the administrator"
    ),
    "entry-signed-by-one": _(
        "Two officers sign this change on a screen. {roles:role} countersigns with the administrator"
    ),
    "webhooks-too-many": _("A client has at most {most} webhooks. Delete one first"),
    "reader-code-taken": _("The reader {reader} exists already. Choose another code"),
    "request-unknown": _("This request is unknown. Check its id"),
    "request-expired": _("This request expired at {at:date_and_time}. The client has to send another one"),
    "request-decided": _("{by} decided this request at {at:date_and_time}"),
    "request-overtaken": _(
        "{subject} was changed since the request. Refuse it; the client sends another one for the new values"
    ),
    "request-client-withdrawn": _("The client {client} was withdrawn. Refuse this request"),
    "request-client-without-scope": _("The client {client} has lost the scope {scope}. Refuse this request"),
}
