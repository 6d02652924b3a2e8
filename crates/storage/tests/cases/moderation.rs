//! What moderators need, on every store.

use crate::common::{game, player};
use crate::ratings;
use tilewright_storage::{
    AuditRecord, BlockKind, BlockRecord, Change, GainRecord, InviteRecord, QuarantineRecord,
    ReportKind, ReportRecord, ReportSettlement, Reported, Role, SanctionKind, SanctionRecord,
    SessionRecord, Settlement, Store,
};

fn report(id: &str, reporter: &str, subject: &str, at: u64) -> ReportRecord {
    ReportRecord {
        id: id.to_string(),
        reporter: reporter.to_string(),
        kind: ReportKind::Player,
        subject: subject.to_string(),
        player: Some(subject.to_string()),
        text: "he \"cheats\"".to_string(),
        at,
        settled: None,
    }
}

fn entry(action: &str, subject: &str) -> AuditRecord {
    AuditRecord {
        number: 0,
        at: 9,
        actor: "mod".to_string(),
        action: action.to_string(),
        subject: subject.to_string(),
        reason: "why".to_string(),
    }
}

/// Games tell what they have changed between players, and why they have not.
pub fn gains_are_told_to_the_next_game(store: &dyn Store) {
    for id in ["ann", "bob"] {
        store.create_player(&player(id, Some(id))).unwrap();
    }
    let players = ["ann".to_string(), "bob".to_string()];
    let gain = |game: &str, at: u64| GainRecord {
        game: game.to_string(),
        player: "ann".to_string(),
        opponent: "bob".to_string(),
        variant: "classic".to_string(),
        family: "rect-en".to_string(),
        at,
        gained: -7,
        doubtful: at == 20,
    };
    for (id, at) in [("a", 10), ("b", 20), ("c", 30)] {
        store.create_game(&game(id, &["ann", "bob"]), &[]).unwrap();
        let settled = store.settle(id, "rect-en", &players, 15, &|known| {
            assert_eq!(known[0].player.as_ref().map(|player| player.created), Some(3));
            assert!(known[1].recent.is_empty());
            let listed = &known[0].recent;
            let expected = if id == "c" { vec![gain("b", 20)] } else { Vec::new() };
            assert_eq!(*listed, expected, "what is older than 15 is not listed");
            let rating = ratings::rating("ann", 1, 1);
            Settlement { ratings: vec![rating], gains: vec![gain(id, at)], ..Settlement::default() }
        });
        assert_eq!(settled, Ok(true));
        assert_eq!(store.unrated(id).unwrap().as_deref(), Some(""));
    }
    store.create_game(&game("d", &["ann", "bob"]), &[]).unwrap();
    assert_eq!(store.unrated("d").unwrap(), None);
    let farm = ReportRecord { kind: ReportKind::Farm, ..report("r", "", "ann", 40) };
    for id in ["d", "e"] {
        if id == "e" {
            store.create_game(&game("e", &["ann", "bob"]), &[]).unwrap();
        }
        let settled = store.settle(id, "rect-en", &players, 0, &|known| {
            assert_eq!(known[0].recent.len(), 3);
            let about_nobody = ReportRecord {
                id: "x".to_string(),
                subject: "gone".to_string(),
                player: Some("gone".to_string()),
                ..farm.clone()
            };
            let again = ReportRecord { id: id.to_string(), ..farm.clone() };
            let reports = vec![again, about_nobody];
            Settlement { unrated: "farm".to_string(), reports, ..Settlement::default() }
        });
        assert_eq!(settled, Ok(true));
        assert_eq!(store.unrated(id).unwrap().as_deref(), Some("farm"));
    }
    let open = store.reports(true, 10).unwrap();
    assert_eq!(open, [ReportRecord { id: "d".to_string(), ..farm }], "once, and about somebody");
    store.delete_player("ann").unwrap();
    assert!(store.reports(true, 10).unwrap().is_empty());
    store.create_player(&player("ann", Some("ann"))).unwrap();
    store.create_game(&game("f", &["ann", "bob"]), &[]).unwrap();
    let settled = store.settle("f", "rect-en", &players, 0, &|known| {
        assert!(known[0].recent.is_empty(), "what was deleted does not come back");
        Settlement::default()
    });
    assert_eq!(settled, Ok(true));
}

/// Players choose with whom they have to do.
pub fn blocks_are_kept(store: &dyn Store) {
    for id in ["ann", "bob", "cid"] {
        store.create_player(&player(id, None)).unwrap();
    }
    let block = |player: &str, other: &str, kind| BlockRecord {
        player: player.to_string(),
        other: other.to_string(),
        kind,
        at: 4,
    };
    let (mute, all) = (BlockKind::Mute, BlockKind::Block);
    assert!(store.add_block(&block("ann", "bob", mute), 2).unwrap());
    assert!(store.add_block(&block("ann", "bob", all), 2).unwrap());
    assert!(!store.add_block(&block("ann", "cid", all), 2).unwrap(), "there are two already");
    assert!(store.add_block(&block("cid", "bob", mute), 2).unwrap());
    let own = [block("ann", "bob", all), block("ann", "bob", mute)];
    assert_eq!(store.blocks("ann").unwrap(), own);
    let players = ["cid".to_string(), "ann".to_string(), "nobody".to_string()];
    let mut against = store.blocks_against("bob", &players).unwrap();
    against.sort();
    assert_eq!(against.len(), 3);
    assert_eq!(against[2], block("cid", "bob", mute));
    assert!(store.blocks_against("ann", &players).unwrap().is_empty());
    store.remove_blocks("ann", "bob").unwrap();
    assert!(store.blocks("ann").unwrap().is_empty());
    store.delete_player("bob").unwrap();
    assert!(store.blocks("cid").unwrap().is_empty());
}

/// Reports are made once and settled once.
pub fn reports_are_settled_once(store: &dyn Store) {
    for id in ["ann", "bob"] {
        store.create_player(&player(id, None)).unwrap();
    }
    assert_eq!(store.add_report(&report("r1", "ann", "bob", 5), 2), Ok(Reported::Stored));
    assert_eq!(store.add_report(&report("r2", "ann", "bob", 6), 2), Ok(Reported::Before));
    assert_eq!(store.add_report(&report("r3", "ann", "cid", 4), 2), Ok(Reported::Stored));
    assert_eq!(store.add_report(&report("r4", "ann", "dan", 7), 2), Ok(Reported::TooMany));
    let ids = |open| -> Vec<String> {
        store.reports(open, 10).unwrap().into_iter().map(|report| report.id).collect()
    };
    assert_eq!((ids(true), ids(false)), (vec!["r3".to_string(), "r1".to_string()], vec![]));
    assert_eq!(store.reports(true, 1).unwrap().len(), 1);
    let settlement = ReportSettlement { by: "mod".to_string(), at: 8, note: "warned".to_string() };
    let settle = Change::SettleReport { id: "r1".to_string(), settlement: settlement.clone() };
    assert_eq!(store.record(&settle, &entry("settle", "r1")), Ok(Some(1)));
    assert_eq!(store.record(&settle, &entry("settle", "r1")), Ok(None));
    assert_eq!((ids(true), ids(false)), (vec!["r3".to_string()], vec!["r1".to_string()]));
    let settled = store.report("r1").unwrap().unwrap();
    assert_eq!(
        settled,
        ReportRecord { settled: Some(settlement), ..report("r1", "ann", "bob", 5) }
    );
    assert_eq!(store.report("none").unwrap(), None);
    assert_eq!(store.reports_by("ann").unwrap().len(), 2);
    assert_eq!(store.add_report(&report("r4", "ann", "dan", 7), 2), Ok(Reported::Stored));
    store.delete_player("bob").unwrap();
    assert_eq!(store.report("r1").unwrap(), None);
    store.delete_player("ann").unwrap();
    assert!(ids(true).is_empty());
}

/// What moderators do is done and noted together, or not at all.
pub fn actions_are_audited(store: &dyn Store) {
    for id in ["ann", "bob"] {
        store.create_player(&player(id, Some(id))).unwrap();
    }
    let session = |hash: &str| SessionRecord {
        hash: hash.to_string(),
        player: "ann".to_string(),
        created: 1,
        used: 1,
        device: String::new(),
    };
    store.add_session(&session("one"), 5).unwrap();
    let sanction = |player: &str, kind, until| SanctionRecord {
        player: player.to_string(),
        kind,
        reason: "rude".to_string(),
        appeal: "write to us".to_string(),
        at: 4,
        until,
        by: "mod".to_string(),
    };
    let mute = sanction("ann", SanctionKind::Mute, Some(50));
    let done = store.record(&Change::Sanction(mute.clone()), &entry("mute", "ann"));
    assert_eq!(done, Ok(Some(1)));
    assert!(store.session("one").unwrap().is_some(), "who is muted may play");
    let ban = sanction("ann", SanctionKind::Ban, None);
    assert_eq!(store.record(&Change::Sanction(ban.clone()), &entry("ban", "ann")), Ok(Some(2)));
    assert!(store.session("one").unwrap().is_none());
    assert_eq!(store.sanctions("ann").unwrap(), [ban.clone(), mute.clone()]);
    assert!(mute.holds(49) && !mute.holds(50) && ban.holds(u64::MAX));
    let nobody = Change::Sanction(sanction("nobody", SanctionKind::Ban, None));
    assert_eq!(store.record(&nobody, &entry("ban", "nobody")), Ok(None));
    let lift = Change::Lift { player: "ann".to_string(), kind: SanctionKind::Ban };
    assert_eq!(store.record(&lift, &entry("unban", "ann")), Ok(Some(3)));
    assert_eq!(store.record(&lift, &entry("unban", "ann")), Ok(None));
    assert_eq!(store.sanctions("ann").unwrap(), [mute]);
    let role = |role| Change::Role { player: "bob".to_string(), role };
    assert_eq!(store.role("bob").unwrap(), None);
    assert_eq!(store.record(&role(Some(Role::Admin)), &entry("grant", "bob")), Ok(Some(4)));
    assert_eq!(store.role("bob").unwrap(), Some(Role::Admin));
    assert_eq!(store.record(&role(Some(Role::Moderator)), &entry("grant", "bob")), Ok(Some(5)));
    assert_eq!(store.role("bob").unwrap(), Some(Role::Moderator));
    assert_eq!(store.record(&role(None), &entry("grant", "bob")), Ok(Some(6)));
    assert_eq!(store.role("bob").unwrap(), None);
    store.add_session(&session("two"), 5).unwrap();
    let revoke = Change::Revoke { player: "ann".to_string() };
    assert_eq!(store.record(&revoke, &entry("revoke", "ann")), Ok(Some(7)));
    assert!(store.session("two").unwrap().is_none());
    let log = store.audit(0, 100).unwrap();
    assert_eq!(log.iter().map(|entry| entry.number).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(log[1], AuditRecord { number: 2, ..entry("ban", "ann") });
    assert_eq!(store.audit(5, 1).unwrap(), [log[5].clone()]);
    assert_eq!(store.audit_head(), Ok(7));
    let names = |text: &str| -> Vec<String> {
        store.find_players(text, 10).unwrap().into_iter().map(|found| found.id).collect()
    };
    assert_eq!(names("PLAYER"), ["ann", "bob"]);
    assert_eq!(names("ann"), ["ann"]);
    assert!(names("%").is_empty() && names("_nn").is_empty());
    assert!(store.find_players("ann", 10).unwrap()[0].password.is_none());
    assert_eq!(store.find_players("player", 1).unwrap().len(), 1);
    // Many at the same time are numbered one after another.
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..5 {
                    store.record(&Change::Nothing, &entry("note", "x")).unwrap().unwrap();
                }
            });
        }
    });
    let numbers: Vec<u64> = store.audit(7, 100).unwrap().iter().map(|one| one.number).collect();
    assert_eq!(numbers, (8..=27).collect::<Vec<u64>>());
}

/// Games can be left alone, and deleted whole.
pub fn games_are_quarantined_and_deleted(store: &dyn Store) {
    let invite =
        InviteRecord { hash: "i".to_string(), game: "g".to_string(), seat: 1, expires: 100 };
    store.create_game(&game("g", &["ann", ""]), &[invite]).unwrap();
    store.create_game(&game("h", &["ann"]), &[]).unwrap();
    store.append(&[crate::common::append("g", 0, &["a"])]).unwrap();
    store.add_chat("g", 0, 5, "hello").unwrap();
    store.lease("g", 1, "somebody", 60_000).unwrap();
    let held = |game: &str, revision| QuarantineRecord {
        game: game.to_string(),
        revision,
        reason: "its bot fails".to_string(),
        at: 6,
    };
    store.set_quarantine("h", Some(&held("h", Some(3)))).unwrap();
    let quarantine = Change::Quarantine(held("g", None));
    assert_eq!(store.record(&quarantine, &entry("quarantine", "g")), Ok(Some(1)));
    assert_eq!(store.quarantined(10).unwrap(), [held("g", None), held("h", Some(3))]);
    let unknown = Change::Quarantine(held("none", None));
    assert_eq!(store.record(&unknown, &entry("quarantine", "none")), Ok(None));
    let requeue = Change::Requeue { id: "h".to_string() };
    assert_eq!(store.record(&requeue, &entry("requeue", "h")), Ok(Some(2)));
    assert_eq!(store.record(&requeue, &entry("requeue", "h")), Ok(None));
    let delete = Change::DeleteGame { id: "g".to_string() };
    assert_eq!(store.record(&delete, &entry("delete", "g")), Ok(Some(3)));
    assert_eq!(store.record(&delete, &entry("delete", "g")), Ok(None));
    assert!(store.game("g").unwrap().is_none() && store.events("g", 0, 9).unwrap().is_empty());
    assert!(store.chat("g", 0, 9).unwrap().is_empty() && store.invite("i").unwrap().is_none());
    assert!(store.quarantined(10).unwrap().is_empty());
    assert_eq!(store.game_ids("", 10).unwrap(), ["h"]);
    store.create_game(&game("g", &["ann"]), &[]).unwrap();
    assert!(store.lease("g", 0, "another", 60_000).unwrap(), "nothing is left of it");
}
