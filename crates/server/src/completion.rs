//! Work that is done to its end even if nobody waits for it any more.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::runtime::Handle;

/// Work that runs where it is awaited. If it has begun and is dropped, because its client has
/// disconnected, the runtime finishes it. Most clients wait, so most work needs no task of its own,
/// nor another thread to wake up.
pub(crate) struct Completion<F>
where
    F: Future<Output: Send> + Send + 'static,
{
    /// The work, until it is finished.
    work: Option<Pin<Box<F>>>,
    begun: bool,
}

impl<F> Completion<F>
where
    F: Future<Output: Send> + Send + 'static,
{
    pub fn new(work: F) -> Completion<F> {
        Completion { work: Some(Box::pin(work)), begun: false }
    }
}

impl<F> Future for Completion<F>
where
    F: Future<Output: Send> + Send + 'static,
{
    /// The error is what a panic has said.
    type Output = Result<F::Output, String>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.begun = true;
        let work = self.work.as_mut().expect("finished work is not polled again");
        let polled = catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(context)));
        if !matches!(polled, Ok(Poll::Pending)) {
            self.work = None;
        }
        match polled {
            Ok(polled) => polled.map(Ok),
            Err(panic) => Poll::Ready(Err(message(&*panic))),
        }
    }
}

impl<F> Drop for Completion<F>
where
    F: Future<Output: Send> + Send + 'static,
{
    fn drop(&mut self) {
        let Some(work) = self.work.take().filter(|_| self.begun) else { return };
        // Without a runtime the process is about to end, and nothing can be finished.
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(work);
        }
    }
}

/// What a panic has said.
pub(crate) fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "a panic without a message".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use tokio::sync::{Notify, oneshot};

    #[tokio::test]
    async fn work_that_has_begun_is_finished_without_its_client() {
        let (go_on, (done, finished)) = (Arc::new(Notify::new()), oneshot::channel());
        let waits = go_on.clone();
        let mut work = Completion::new(async move {
            waits.notified().await;
            done.send("done").unwrap();
        });
        assert!(poll_once(&mut work).is_pending());
        drop(work);
        go_on.notify_one();
        assert_eq!(finished.await, Ok("done"));
    }

    #[tokio::test]
    async fn work_that_nobody_began_is_not_done() {
        let (done, finished) = oneshot::channel();
        drop(Completion::new(async move { done.send("done") }));
        assert!(finished.await.is_err());
    }

    #[tokio::test]
    async fn a_panic_is_an_error_with_its_words() {
        let work = Completion::new(async {
            tokio::task::yield_now().await;
            panic!("planted {}", 7);
        });
        assert_eq!(work.await, Err("planted 7".to_string()));
        assert_eq!(Completion::new(async { 5 }).await, Ok(5));
    }

    /// Polls once.
    fn poll_once<F: Future + Unpin>(work: &mut F) -> Poll<F::Output> {
        Pin::new(work).poll(&mut Context::from_waker(std::task::Waker::noop()))
    }
}
