"""The words of a seat's screen, in the language of the table's rulebook: a player reads them, not the staff."""

import msgspec

ENDED = {
    "en": "This screen is not open. Please ask the staff at the table.",
    "fr": "Cet écran n'est pas ouvert. Veuillez vous adresser au personnel de la table.",
    "it": "Questo schermo non è aperto. Rivolgersi al personale del tavolo.",
    "pt": "Este ecrã não está aberto. Dirija-se ao pessoal da mesa.",
}
"""What a terminal without a seat says to a player, in each language: nobody knows which is theirs."""


class SeatWords(msgspec.Struct, frozen=True, kw_only=True):
    """What stands on the buttons and beside the figures."""

    seat: str
    balance: str
    placed: str
    confirmed: str
    clear: str
    confirm: str
    repeat: str
    leave: str
    unclaimed: str
    waiting: str
    time: str
    how: str
    nobody: str


WORDS = {
    "en": SeatWords(
        seat="Seat",
        balance="Balance",
        placed="Placed",
        confirmed="Confirmed",
        clear="Clear",
        confirm="Confirm bets",
        repeat="Repeat",
        leave="Leave",
        unclaimed="Unclaimed",
        waiting="The next round begins when bets are opened",
        time="Time to bet",
        how="Tap adds a chip, right click or a long press removes one",
        nobody="Buy in to play from this seat",
    ),
    "fr": SeatWords(
        seat="Place",
        balance="Solde",
        placed="Misé",
        confirmed="Confirmé",
        clear="Effacer",
        confirm="Confirmer la mise",
        repeat="Répéter",
        leave="Quitter",
        unclaimed="Non réclamé",
        waiting="Le prochain tour commence à l'ouverture des mises",
        time="Temps pour miser",
        how="Toucher ajoute un jeton, clic droit ou appui long en retire un",
        nobody="Achetez un droit de participation pour jouer à cette place",
    ),
    "it": SeatWords(
        seat="Posto",
        balance="Saldo",
        placed="Puntato",
        confirmed="Confermato",
        clear="Eliminare",
        confirm="Confermare la puntata",
        repeat="Ripeti",
        leave="Lasciare il tavolo",
        unclaimed="Non ritirato",
        waiting="Il prossimo giro comincia all'apertura delle puntate",
        time="Tempo per puntare",
        how="Un tocco aggiunge un gettone, clic destro o pressione lunga lo toglie",
        nobody="Acquistare il diritto di partecipazione per giocare da questo posto",
    ),
    "pt": SeatWords(
        seat="Lugar",
        balance="Saldo",
        placed="Apostado",
        confirmed="Confirmado",
        clear="Limpar",
        confirm="Confirmar a aposta",
        repeat="Repetir",
        leave="Sair da mesa",
        unclaimed="Por levantar",
        waiting="A próxima ronda começa quando abrirem as apostas",
        time="Tempo para apostar",
        how="Um toque acrescenta uma ficha, o botão direito ou um toque longo retira-a",
        nobody="Compre o direito de participação para jogar neste lugar",
    ),
}
