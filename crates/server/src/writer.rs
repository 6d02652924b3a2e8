//! The writer: commands of many games made durable together.

use crate::metrics::{Metrics, count};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use tilewright_storage::{Append, Appended, Store, StoreError};
use tokio::sync::oneshot;

/// Appends that may wait.
const QUEUE: usize = 4096;
/// The most appends of one sync.
const BATCH: usize = 256;

type Waiting = (Append, oneshot::Sender<Result<Appended, StoreError>>);

/// A thread that stores appends: all that wait go into one transaction with one sync.
pub(crate) struct Writer {
    sender: SyncSender<Waiting>,
}

impl Writer {
    pub fn new(store: Arc<dyn Store>, metrics: Arc<Metrics>) -> std::io::Result<Writer> {
        let (sender, receiver) = sync_channel(QUEUE);
        std::thread::Builder::new()
            .name("writer".to_string())
            .spawn(move || run(&receiver, &*store, &metrics))?;
        Ok(Writer { sender })
    }

    /// Stores an append; the answer comes when it is durable.
    pub async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        let (answer, answered) = oneshot::channel();
        let full = |_| StoreError::database("too many commands wait");
        self.sender.try_send((append, answer)).map_err(full)?;
        let gone = |_| StoreError::database("the writer has stopped");
        answered.await.map_err(gone)?
    }
}

/// Runs until the last sender is gone and everything is stored.
fn run(receiver: &Receiver<Waiting>, store: &dyn Store, metrics: &Metrics) {
    while let Ok(first) = receiver.recv() {
        let waiting = std::iter::once(first).chain(receiver.try_iter()).take(BATCH);
        let (appends, answers): (Vec<Append>, Vec<_>) = waiting.unzip();
        let outcome = store.append(&appends);
        count(&metrics.syncs);
        match outcome {
            Ok(outcomes) => {
                for (answer, outcome) in answers.into_iter().zip(outcomes) {
                    // The sender may have gone away; the command is stored all the same.
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
}
