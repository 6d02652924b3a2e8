//! The writer: commands of many games made durable together.

use crate::metrics::{Metrics, count};
use crate::progress::Progress;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tilewright_storage::{Append, Appended, Store, StoreError};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

/// Appends that may wait.
const QUEUE: usize = 4096;
/// The most appends of one sync.
const BATCH: usize = 256;

/// How long the writer waits for more appends before a sync, if the last one was shared. A sync costs
/// as much for one append as for many; a lonely player does not wait.
const GATHER: Duration = Duration::from_millis(2);

/// After this time without a sync the writer is stuck, if appends wait.
const STUCK: Duration = Duration::from_secs(30);

/// Appends that are not answered yet.
struct Backlog {
    waiting: AtomicUsize,
    progress: Progress,
}

type Answer = oneshot::Sender<Result<Appended, StoreError>>;
type Waiting = (Append, Answer);

/// A thread that stores appends: all that wait go into one transaction with one sync.
pub(crate) struct Writer {
    sender: SyncSender<Waiting>,
    backlog: Arc<Backlog>,
    /// Where those that wait for an answer run.
    runtime: Arc<OnceLock<Handle>>,
}

impl Writer {
    pub fn new(store: Arc<dyn Store>, metrics: Arc<Metrics>) -> std::io::Result<Writer> {
        let (sender, receiver) = sync_channel(QUEUE);
        let backlog = Backlog { waiting: AtomicUsize::new(0), progress: Progress::new() };
        let (backlog, runtime) = (Arc::new(backlog), Arc::new(OnceLock::new()));
        let (shared, waiting) = (backlog.clone(), runtime.clone());
        std::thread::Builder::new()
            .name("writer".to_string())
            .spawn(move || run(&receiver, &*store, &metrics, &shared, &waiting))?;
        Ok(Writer { sender, backlog, runtime })
    }

    /// How many appends are not durable yet.
    pub fn waiting(&self) -> usize {
        self.backlog.waiting.load(Ordering::Relaxed)
    }

    /// Whether appends wait for so long that they will not be stored.
    pub fn is_stuck(&self) -> bool {
        self.waiting() > 0 && self.backlog.progress.standstill() > STUCK
    }

    /// Stores an append; the answer comes when it is durable.
    pub async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        self.runtime.get_or_init(Handle::current);
        let (answer, answered) = oneshot::channel();
        let full = |_| StoreError::database("too many commands wait");
        if self.backlog.waiting.fetch_add(1, Ordering::Relaxed) == 0 {
            self.backlog.progress.note();
        }
        if let Err(error) = self.sender.try_send((append, answer)) {
            self.backlog.waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(full(error));
        }
        let gone = |_| StoreError::database("the writer has stopped");
        answered.await.map_err(gone)?
    }
}

/// Runs until the last sender is gone and everything is stored.
fn run(
    receiver: &Receiver<Waiting>,
    store: &dyn Store,
    metrics: &Metrics,
    backlog: &Backlog,
    runtime: &OnceLock<Handle>,
) {
    let mut shared = false;
    while let Ok(first) = receiver.recv() {
        if shared {
            std::thread::sleep(GATHER);
        }
        let waiting = std::iter::once(first).chain(receiver.try_iter()).take(BATCH);
        let (appends, answers): (Vec<Append>, Vec<_>) = waiting.unzip();
        shared = appends.len() > 1;
        let outcome = store.append(&appends);
        count(&metrics.syncs);
        backlog.waiting.fetch_sub(appends.len(), Ordering::Relaxed);
        backlog.progress.note();
        match runtime.get() {
            // From here, every answer would wake a thread of the runtime. There, they wake tasks.
            Some(runtime) if shared => drop(runtime.spawn(async { give(answers, outcome) })),
            _ => give(answers, outcome),
        }
    }
}

/// Gives each its answer. The sender may have gone away; the command is stored all the same.
fn give(answers: Vec<Answer>, outcome: Result<Vec<Appended>, StoreError>) {
    match outcome {
        Ok(outcomes) => {
            for (answer, outcome) in answers.into_iter().zip(outcomes) {
                drop(answer.send(Ok(outcome)));
            }
        }
        Err(error) => {
            for answer in answers {
                drop(answer.send(Err(error.clone())));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_storage::{GameHead, GamePhase, MemoryStore};

    /// An append to a game that does not exist.
    fn append(number: usize) -> Append {
        let status = GamePhase::Running;
        let head =
            GameHead { status, to_move: 0, deadline: None, updated: 0, chain: String::new() };
        Append { game: format!("{number}"), expected: 0, events: Vec::new(), command: None, head }
    }

    #[test]
    fn appends_that_wait_share_a_sync_and_each_is_answered() {
        let (sender, receiver) = sync_channel(QUEUE);
        let answers: Vec<_> = (0..BATCH + 10)
            .map(|number| {
                let (answer, answered) = oneshot::channel();
                sender.try_send((append(number), answer)).map_err(|_| "full").unwrap();
                answered
            })
            .collect();
        drop(sender);
        let metrics = Metrics::default();
        let waiting = AtomicUsize::new(BATCH + 10);
        let backlog = Backlog { waiting, progress: Progress::new() };
        run(&receiver, &MemoryStore::new(), &metrics, &backlog, &OnceLock::new());
        assert_eq!(backlog.waiting.load(Ordering::Relaxed), 0);
        assert_eq!(metrics.syncs.get(), 2);
        for answer in answers {
            assert_eq!(answer.blocking_recv().unwrap(), Ok(Appended::Missing));
        }
    }
}
