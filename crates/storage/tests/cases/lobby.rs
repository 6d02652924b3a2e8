//! Seeks and rematches, on every store.

use crate::common::{game, player};
use crate::ratings;
use std::sync::atomic::{AtomicUsize, Ordering};
use tilewright_storage::{
    AuditRecord, BlockKind, BlockRecord, Change, GameRecord, ListedSeek, NewPair, SanctionKind,
    SanctionRecord, SeekFilter, SeekOutcome, SeekRecord, SeekTerms, Seeker, SessionRecord,
    Settlement, Store, StoreError,
};

const FIRST: i64 = 1_500_000;

fn terms(time: &str) -> SeekTerms {
    let (variant, time) = ("classic".to_string(), time.to_string());
    SeekTerms { variant, live: time == "live", time, rated: false, hints: false }
}

fn seek(id: &str, player: &str, created: u64) -> SeekRecord {
    SeekRecord {
        id: id.to_string(),
        player: player.to_string(),
        session: String::new(),
        terms: terms("slow"),
        family: "rect-en".to_string(),
        opponent: String::new(),
        side: None,
        least: i64::MIN,
        most: i64::MAX,
        created,
        expires: 1_000,
    }
}

fn seeker(player: &str) -> Seeker<'_> {
    Seeker { player, first_rating: FIRST, now: 100 }
}

fn place(store: &dyn Store, seek: &SeekRecord) {
    let placed = store.place_seek(seek, seeker(&seek.player), None, 9).unwrap();
    assert_eq!(placed, SeekOutcome::Waiting(seek.clone()));
}

fn made(id: &str, found: &ListedSeek, taker: &str) -> Result<GameRecord, StoreError> {
    Ok(game(id, &[&found.seek.player, taker]))
}

/// A player takes a seek; the id of the seek whose game was made.
fn take(store: &dyn Store, id: &str, taker: &str) -> Option<String> {
    let name = format!("{taker}-{id}");
    let make = |found: &ListedSeek| made(&name, found, taker);
    let new = NewPair { game: &name, make: &make };
    match store.take_seek(id, seeker(taker), new).unwrap() {
        SeekOutcome::Paired(found) => Some(found.seek.id),
        outcome => {
            assert_eq!(outcome, SeekOutcome::Gone);
            None
        }
    }
}

fn pair(store: &dyn Store, own: &SeekRecord) -> SeekOutcome {
    let name = format!("game of {}", own.id);
    let make = |found: &ListedSeek| made(&name, found, &own.player);
    let new = NewPair { game: &name, make: &make };
    store.place_seek(own, seeker(&own.player), Some(new), 9).unwrap()
}

fn listed(store: &dyn Store, viewer: &str, filter: &SeekFilter) -> Vec<String> {
    let open = store.open_seeks(seeker(viewer), filter, 10).unwrap();
    open.into_iter().map(|found| found.seek.id).collect()
}

fn rate(store: &dyn Store, player: &str, rating: i64) {
    let id = format!("rated {player}");
    store.create_game(&game(&id, &[player]), &[]).unwrap();
    let players = [player.to_string()];
    let settled = store.settle(&id, "rect-en", &players, 0, &|_| Settlement {
        ratings: vec![ratings::rating(player, rating, 1)],
        ..Settlement::default()
    });
    assert!(settled.unwrap());
}

/// What a player may take is listed, and nothing else can be taken.
pub fn seeks_are_open_for_those_who_fit(store: &dyn Store) {
    for id in ["ann", "bob", "cid", "dan"] {
        store.create_player(&player(id, Some(id))).unwrap();
    }
    store.create_player(&player("guest", None)).unwrap();
    rate(store, "bob", 1_700_000);
    let session = SessionRecord {
        hash: "token".to_string(),
        player: "ann".to_string(),
        created: 1,
        used: 1,
        device: String::new(),
    };
    store.add_session(&session, 9).unwrap();
    let rated = SeekTerms { rated: true, ..terms("slow") };
    let seeks = [
        seek("any", "ann", 10),
        SeekRecord { least: 1_600_000, most: 1_800_999, ..seek("strong", "ann", 20) },
        SeekRecord { terms: rated, ..seek("rated", "ann", 30) },
        SeekRecord { session: "token".to_string(), side: Some(1), ..seek("session", "ann", 40) },
        SeekRecord { expires: 100, side: Some(0), ..seek("expired", "ann", 50) },
    ];
    seeks.iter().for_each(|seek| place(store, seek));
    let all = SeekFilter::default();
    assert_eq!(listed(store, "bob", &all), ["session", "rated", "strong", "any"]);
    assert_eq!(
        listed(store, "cid", &all),
        ["session", "rated", "any"],
        "an unrated player is 1500"
    );
    assert_eq!(listed(store, "guest", &all), ["session", "any"], "guests play casual games");
    assert_eq!(listed(store, "ann", &all), [""; 0], "nobody plays alone");
    let of = |variant: &str, rated, after| SeekFilter {
        variant: Some(variant.to_string()),
        rated,
        after,
    };
    assert_eq!(listed(store, "bob", &of("classic", Some(true), None)), ["rated"]);
    assert_eq!(listed(store, "bob", &of("hex", None, None)), [""; 0]);
    let after = Some((30, "rated".to_string()));
    assert_eq!(listed(store, "bob", &of("classic", None, after)), ["strong", "any"]);
    let shown = &store.open_seeks(seeker("bob"), &all, 1).unwrap()[0];
    assert_eq!((shown.name.as_str(), shown.guest, shown.rating), ("Player ann", false, None));
    let own = store.seeks_of("ann", 100).unwrap();
    assert_eq!(
        own.iter().map(|own| own.seek.clone()).collect::<Vec<_>>(),
        [seeks[3].clone(), seeks[2].clone(), seeks[1].clone(), seeks[0].clone()]
    );
    // Blocks count both ways.
    for (player, other) in [("cid", "ann"), ("ann", "dan")] {
        let (player, other) = (player.to_string(), other.to_string());
        let block = BlockRecord { player, other, kind: BlockKind::Block, at: 1 };
        assert!(store.add_block(&block, 9).unwrap());
    }
    for (id, taker) in [
        ("any", "cid"),
        ("any", "dan"),
        ("any", "ann"),
        ("expired", "bob"),
        ("strong", "guest"),
        ("rated", "guest"),
        ("none", "bob"),
    ] {
        assert_eq!(take(store, id, taker), None, "{taker} takes {id}");
    }
    // The seek ends with its session.
    store.revoke_session("token").unwrap();
    assert_eq!(listed(store, "bob", &all), ["rated", "strong", "any"]);
    assert_eq!(take(store, "session", "bob"), None);
    assert_eq!(take(store, "rated", "bob"), Some("rated".to_string()));
    assert!(store.game("bob-rated").unwrap().is_some());
    assert_eq!(take(store, "rated", "bob"), None, "a seek is taken once");
    let taken = store.taken_seeks("ann", 100).unwrap();
    assert_eq!((taken.len(), taken[0].game.as_str(), taken[0].at), (1, "bob-rated", 100));
    assert_eq!(store.taken_seeks("ann", 101).unwrap(), []);
    assert_eq!(store.lobby_news(100, 9).unwrap(), ["ann"]);
    assert_eq!(store.lobby_news(101, 9).unwrap(), [""; 0]);
    assert_eq!(store.withdraw_seek("rated", "ann").unwrap(), None, "it was taken");
    assert_eq!(store.withdraw_seek("strong", "bob").unwrap(), None, "it is somebody else's");
    assert_eq!(store.withdraw_seek("strong", "ann").unwrap(), Some(seeks[1].clone()));
    assert_eq!(store.withdraw_seek("strong", "ann").unwrap(), None);
    ban(store, "ann");
    assert_eq!(listed(store, "bob", &all), [""; 0], "nobody plays with the banned");
    assert_eq!(take(store, "any", "bob"), None);
    assert_eq!(store.delete_seeks(100, 9).unwrap(), 0);
    assert_eq!(store.delete_seeks(101, 9).unwrap(), 2, "the taken one and the expired one");
    store.delete_player("ann").unwrap();
    assert_eq!(store.seeks_of("ann", 100).unwrap(), []);
    assert_eq!(store.delete_seeks(u64::MAX, 9).unwrap(), 0);
}

fn ban(store: &dyn Store, player: &str) {
    let ban = SanctionRecord {
        player: player.to_string(),
        kind: SanctionKind::Ban,
        reason: "why".to_string(),
        appeal: String::new(),
        at: 1,
        until: None,
        by: "mod".to_string(),
    };
    let entry = AuditRecord {
        number: 0,
        at: 1,
        actor: "mod".to_string(),
        action: "ban".to_string(),
        subject: player.to_string(),
        reason: "why".to_string(),
    };
    assert!(store.record(&Change::Sanction(ban), &entry).unwrap().is_some());
}

/// Quick pairing takes the best seek that fits, or leaves one.
pub fn quick_pairing_takes_the_best_seek(store: &dyn Store) {
    for id in ["ann", "bob", "cid", "dan", "eve"] {
        store.create_player(&player(id, Some(id))).unwrap();
    }
    rate(store, "ann", 1_900_000);
    rate(store, "bob", 1_550_000);
    rate(store, "cid", 1_450_000);
    assert_eq!(pair(store, &seek("a", "ann", 10)), SeekOutcome::Waiting(seek("a", "ann", 10)));
    let again = SeekRecord { created: 11, ..seek("a2", "ann", 11) };
    assert_eq!(pair(store, &again), SeekOutcome::Waiting(seek("a", "ann", 10)), "it waits already");
    place(store, &SeekRecord { side: Some(0), ..seek("b", "bob", 30) });
    place(store, &seek("c", "cid", 20));
    place(store, &SeekRecord { terms: terms("other"), ..seek("c2", "cid", 1) });
    let own = SeekRecord { least: FIRST, ..seek("d", "dan", 40) };
    let paired = |outcome| match outcome {
        SeekOutcome::Paired(found) => found.seek.id,
        outcome => panic!("{outcome:?}"),
    };
    // Bob and Cid are as near to Eve; but Bob wants to move first, and so does she.
    let first = SeekRecord { side: Some(0), ..seek("e", "eve", 40) };
    assert_eq!(paired(pair(store, &first)), "c");
    assert_eq!(paired(pair(store, &own)), "b");
    // What a player waited for is not waited for any more, when another seek was found.
    let waits = seek("e2", "eve", 50);
    place(store, &SeekRecord { least: 1_600_000, most: 1_700_000, ..waits.clone() });
    assert_eq!(paired(pair(store, &waits)), "a");
    assert_eq!(store.seeks_of("eve", 100).unwrap(), []);
    assert_eq!(store.seeks_of("cid", 100).unwrap().len(), 1, "other terms are another matter");
    // Live games are played one at a time.
    let live = |id: &str, player: &str, time: &str| SeekRecord {
        terms: SeekTerms { live: true, ..terms(time) },
        ..seek(id, player, 60)
    };
    place(store, &live("l1", "ann", "10+5"));
    place(store, &live("l2", "ann", "5+3"));
    place(store, &live("l3", "bob", "25+10"));
    place(store, &seek("slow", "ann", 60));
    assert_eq!(take(store, "l1", "bob"), Some("l1".to_string()));
    assert_eq!(take(store, "l2", "dan"), None);
    assert_eq!(take(store, "l3", "dan"), None);
    assert_eq!(take(store, "slow", "dan"), Some("slow".to_string()));
    // There is a bound.
    for (number, most) in [(0, 2), (1, 2)] {
        let one = SeekRecord { terms: terms(&number.to_string()), ..seek("", "dan", 70) };
        let one = SeekRecord { id: format!("d{number}"), ..one };
        let placed = store.place_seek(&one, seeker("dan"), None, most).unwrap();
        assert_eq!(placed, SeekOutcome::Waiting(one));
    }
    let more = SeekRecord { terms: terms("3"), ..seek("d3", "dan", 70) };
    assert_eq!(store.place_seek(&more, seeker("dan"), None, 2).unwrap(), SeekOutcome::TooMany);
}

/// Of many who want a seek at the same time one gets it, and nobody is left who could be paired.
pub fn many_at_once_are_paired_once(store: &dyn Store) {
    const PLAYERS: usize = 24;
    let name = |number: usize| format!("p{number:02}");
    for number in 0..PLAYERS {
        store.create_player(&player(&name(number), Some(&name(number)))).unwrap();
    }
    place(store, &SeekRecord { terms: terms("one"), ..seek("one", "p00", 1) });
    let won = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for number in 1..9 {
            let won = &won;
            scope.spawn(move || {
                let got = take(store, "one", &name(number)).is_some();
                won.fetch_add(usize::from(got), Ordering::SeqCst);
            });
        }
    });
    assert_eq!(won.into_inner(), 1);
    let paired = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let paired = &paired;
            scope.spawn(move || {
                for number in (thread..PLAYERS).step_by(8) {
                    let own = seek(&format!("s{number:02}"), &name(number), 1);
                    let found = matches!(pair(store, &own), SeekOutcome::Paired(_));
                    paired.fetch_add(usize::from(found), Ordering::SeqCst);
                }
            });
        }
    });
    assert_eq!(paired.into_inner(), PLAYERS / 2, "every second one finds somebody");
    let mut seats = Vec::new();
    let ids = store.game_ids("", 100).unwrap().into_iter();
    for id in ids.filter(|id| id.starts_with("game of")) {
        let record = store.game(&id).unwrap().unwrap();
        assert_eq!(record.seats.len(), 2, "{id}");
        seats.extend(record.seats.into_iter().map(|seat| seat.name));
    }
    seats.sort();
    let expected: Vec<String> = (0..PLAYERS).map(|n| format!("name of {}", name(n))).collect();
    assert_eq!(seats, expected, "everybody sits at one table");
}

/// A rematch is made once, when all want it.
pub fn rematches_are_made_once(store: &dyn Store) {
    for id in ["ann", "bob"] {
        store.create_player(&player(id, Some(id))).unwrap();
    }
    store.create_game(&game("g", &["ann", "bob", "bot:casual"]), &[]).unwrap();
    let next = |id: &str| game(id, &["bob", "bot:casual", "ann"]);
    let offer = |seat: u8, now: u64, id: &str| {
        store.offer_rematch("g", seat, &[0, 1], (now, now + 50), &next(id)).unwrap()
    };
    assert_eq!(store.rematch("g").unwrap(), None);
    assert_eq!(store.decline_rematch("g", 0, 1).unwrap(), None);
    let asked = offer(0, 10, "n1");
    assert_eq!(
        (asked.seats.as_slice(), asked.game.as_deref(), asked.expires),
        (&[0][..], None, 60)
    );
    assert_eq!(store.rematch("g").unwrap(), Some(asked.clone()));
    assert_eq!(offer(0, 11, "n1").seats, [0], "to ask twice is to ask");
    let ids = ["g".to_string()];
    assert!(store.progress(&ids).unwrap()[0].rematch > asked.changes);
    let waiting = store.offered_rematches("bob", 12, 9).unwrap();
    assert_eq!((waiting.len(), waiting[0].game.as_str(), waiting[0].expires), (1, "g", 60));
    assert_eq!(waiting[0].names, ["name of ann"]);
    assert_eq!(store.offered_rematches("ann", 12, 9).unwrap(), []);
    assert_eq!(store.offered_rematches("bob", 60, 9).unwrap(), [], "it has expired");
    assert_eq!(store.lobby_news(11, 9).unwrap(), ["ann", "bob"]);
    let declined = store.decline_rematch("g", 1, 20).unwrap().unwrap();
    assert_eq!((declined.declined, declined.is_open(20)), (Some(1), false));
    assert_eq!(store.decline_rematch("g", 1, 20).unwrap(), None, "nothing is open");
    assert_eq!(store.offered_rematches("bob", 20, 9).unwrap(), []);
    // An offer after that begins again: the old wish does not count.
    assert_eq!(offer(1, 30, "n2").seats, [1]);
    assert_eq!(offer(0, 81, "n3").seats, [0], "an expired wish does not count");
    assert!(store.game("n1").unwrap().is_none() && store.game("n2").unwrap().is_none());
    // Offers that cross each other make one game.
    let games: Vec<Option<String>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8u8)
            .map(|number| {
                scope.spawn(move || {
                    let next = game(&format!("x{number}"), &["bob", "bot:casual", "ann"]);
                    let times = (90, 140);
                    store.offer_rematch("g", number % 2, &[0, 1], times, &next).unwrap().game
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let last = store.rematch("g").unwrap().unwrap().game.unwrap();
    assert!(games.into_iter().flatten().all(|game| game == last));
    let made = store.game_ids("x", 100).unwrap();
    assert_eq!(made, [last.as_str()], "one game");
    assert_eq!(offer(0, 200, "n4").game, Some(last), "later offers lead to the same game");
    assert_eq!(store.decline_rematch("g", 1, 100).unwrap(), None, "it is too late");
    assert_eq!(store.delete_seeks(141, 9).unwrap(), 1);
    assert_eq!(store.rematch("g").unwrap(), None);
}

/// A challenge is for one player alone.
pub fn challenges_are_for_one_player(store: &dyn Store) {
    for id in ["ann", "bob", "cid"] {
        store.create_player(&player(id, Some(id))).unwrap();
    }
    let to_bob = |id: &str, created: u64| SeekRecord {
        opponent: "bob".to_string(),
        ..seek(id, "ann", created)
    };
    place(store, &to_bob("one", 10));
    place(store, &seek("open", "ann", 20));
    for viewer in ["bob", "cid"] {
        assert_eq!(listed(store, viewer, &SeekFilter::default()), ["open"], "{viewer}");
    }
    let challenges = |viewer| store.challenges(seeker(viewer), 9).unwrap();
    assert_eq!(challenges("bob").len(), 1);
    assert_eq!(challenges("bob")[0].opponent, Some(("Player bob".to_string(), false)));
    assert_eq!(challenges("cid"), []);
    assert_eq!(store.seeks_of("ann", 100).unwrap().len(), 2);
    assert_eq!(store.lobby_news(10, 9).unwrap(), ["bob"]);
    assert_eq!(take(store, "one", "cid"), None);
    // Quick pairing does not take what was meant for somebody else, or for the player personally.
    let SeekOutcome::Paired(found) = pair(store, &seek("b", "bob", 30)) else { panic!("open") };
    assert_eq!(found.seek.id, "open");
    assert_eq!(pair(store, &seek("b", "bob", 30)), SeekOutcome::Waiting(seek("b", "bob", 30)));
    assert_eq!(take(store, "one", "bob"), Some("one".to_string()));
    place(store, &to_bob("two", 40));
    assert_eq!(store.withdraw_seek("two", "cid").unwrap(), None);
    assert_eq!(store.withdraw_seek("two", "bob").unwrap(), Some(to_bob("two", 40)), "declined");
    assert_eq!(challenges("bob"), []);
}
