//! Godot's values: variants, names, texts, numbers, arrays of bytes. Each is ended when dropped.
#![allow(unsafe_code)]

use crate::interface::{Arguments, CallError, Convert, Interface, Kind, Pointer};
use std::cell::UnsafeCell;
use std::ffi::CStr;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

/// Room for any of them. A variant has 24 bytes, or 40 where Godot computes with doubles.
#[repr(C, align(16))]
struct Room(UnsafeCell<MaybeUninit<[u8; 64]>>);

/// A value that belongs to us: a variant, or one of a known kind.
pub(crate) struct Held {
    interface: &'static Interface,
    room: Box<Room>,
    kind: Option<Kind>,
}

impl Held {
    /// A value that `make` writes into its room.
    ///
    /// # Safety
    /// `make` writes a value of the kind, a variant if there is none.
    unsafe fn new(i: &'static Interface, kind: Option<Kind>, make: impl FnOnce(Pointer)) -> Held {
        let room = Box::new(Room(UnsafeCell::new(MaybeUninit::uninit())));
        make(room.0.get().cast());
        Held { interface: i, room, kind }
    }

    /// Where it lies.
    pub fn pointer(&self) -> Pointer {
        self.room.0.get().cast()
    }

    /// A name.
    pub fn name(i: &'static Interface, text: &CStr) -> Held {
        let make = |place| {
            // SAFETY: the text ends with a zero; Godot copies it, because it is not said to stay.
            unsafe { (i.string_name_new_with_latin1_chars)(place, text.as_ptr(), 0) }
        };
        // SAFETY: that writes a name.
        unsafe { Held::new(i, Some(Kind::Name), make) }
    }

    /// A text.
    pub fn text(i: &'static Interface, text: &str) -> Held {
        let (start, length) = (text.as_ptr().cast(), text.len() as i64);
        // SAFETY: the text has this length and is UTF-8.
        let make = |place| unsafe { (i.string_new_with_utf8_chars_and_len)(place, start, length) };
        // SAFETY: that writes a text.
        unsafe { Held::new(i, Some(Kind::Text), make) }
    }

    /// An array of bytes.
    pub fn bytes(i: &'static Interface, bytes: &[u8]) -> Option<Held> {
        let mut error = CallError::default();
        let make = |place| {
            let kind = Kind::Bytes as u32;
            // SAFETY: there are no arguments; an empty array is always made.
            unsafe { (i.variant_construct)(kind, place, std::ptr::null(), 0, &mut error) }
        };
        // SAFETY: that writes a variant.
        let variant = unsafe { Held::new(i, None, make) };
        let size = Held::whole(i, bytes.len() as i64).to_variant()?;
        let status = variant.look()?.call(c"resize", &[size])?;
        status.look()?.whole().filter(|status| *status == 0)?;
        let array = variant.look()?.to_kind(Kind::Bytes)?;
        drop(variant);
        if !bytes.is_empty() {
            // SAFETY: the array has room for all bytes and nobody else has it.
            unsafe {
                let start = (i.packed_byte_array_operator_index)(array.pointer(), 0);
                std::ptr::copy_nonoverlapping(bytes.as_ptr(), start, bytes.len());
            }
        }
        Some(array)
    }

    /// A whole number.
    pub fn whole(i: &'static Interface, number: i64) -> Held {
        // SAFETY: the room is large enough; a whole number is 64 bits for Godot.
        let make = |place: Pointer| unsafe { place.cast::<i64>().write(number) };
        // SAFETY: that writes a whole number.
        unsafe { Held::new(i, Some(Kind::Whole), make) }
    }

    /// The function that makes a variant of it.
    fn converter(&self) -> Option<Convert> {
        // SAFETY: a function of Godot that looks up another.
        unsafe { (self.interface.get_variant_from_type_constructor)(self.kind? as u32) }
    }

    /// A value of a known kind as a variant.
    fn to_variant(&self) -> Option<Held> {
        let convert = self.converter()?;
        // SAFETY: the converter is that of its kind.
        let make = |place| unsafe { convert(place, self.pointer()) };
        // SAFETY: that writes a variant.
        Some(unsafe { Held::new(self.interface, None, make) })
    }

    /// Writes a value of a known kind to a variant of Godot's, in place of what was there.
    ///
    /// # Safety
    /// `place` is a variant.
    pub unsafe fn give(self, place: Pointer) {
        if let Some(convert) = self.converter() {
            // SAFETY: the converter is that of its kind, and the old variant is ended first.
            unsafe {
                (self.interface.variant_destroy)(place);
                convert(place, self.pointer());
            }
        }
    }

    /// A variant of ours, looked at like one of the caller's.
    fn look(&self) -> Option<Argument<'_>> {
        // SAFETY: a value without a kind is a variant.
        self.kind.is_none().then(|| unsafe { Argument::new(self.interface, self.pointer()) })
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let destroy = match self.kind {
            None => Some(self.interface.variant_destroy),
            // SAFETY: a function of Godot that looks up another.
            Some(kind) => unsafe { (self.interface.variant_get_ptr_destructor)(kind as u32) },
        };
        if let Some(destroy) = destroy {
            // SAFETY: the value is of this kind, and nobody uses it any more.
            unsafe { destroy(self.pointer()) };
        }
    }
}

/// A variant that belongs to the caller.
#[derive(Clone, Copy)]
pub(crate) struct Argument<'v> {
    interface: &'static Interface,
    pointer: Pointer,
    variant: PhantomData<&'v ()>,
}

impl<'v> Argument<'v> {
    /// The variant at a pointer.
    ///
    /// # Safety
    /// There is one while the argument is in use.
    pub unsafe fn new(interface: &'static Interface, pointer: Pointer) -> Argument<'v> {
        Argument { interface, pointer, variant: PhantomData }
    }

    fn is(self, kind: Kind) -> bool {
        // SAFETY: this is a variant.
        unsafe { (self.interface.variant_get_type)(self.pointer) == kind as u32 }
    }

    /// The value of this kind; `None` if it is of another.
    fn to_kind(self, kind: Kind) -> Option<Held> {
        if !self.is(kind) {
            return None;
        }
        // SAFETY: a function of Godot that looks up another.
        let convert = unsafe { (self.interface.get_variant_to_type_constructor)(kind as u32) }?;
        // SAFETY: the variant is of this kind.
        let make = |place| unsafe { convert(place, self.pointer) };
        // SAFETY: that writes a value of the kind.
        Some(unsafe { Held::new(self.interface, Some(kind), make) })
    }

    fn call(self, method: &CStr, arguments: &[Held]) -> Option<Held> {
        let i = self.interface;
        let name = Held::name(i, method);
        let arguments: Vec<Pointer> = arguments.iter().map(Held::pointer).collect();
        let (list, count): (Arguments, _) = (arguments.as_ptr(), arguments.len() as i64);
        let mut error = CallError::default();
        let make = |place| {
            // SAFETY: all of them are variants; the result is written even if Godot refuses.
            unsafe {
                (i.variant_call)(self.pointer, name.pointer(), list, count, place, &mut error)
            }
        };
        // SAFETY: that writes a variant.
        let result = unsafe { Held::new(i, None, make) };
        (error.error == 0).then_some(result)
    }

    /// A whole number; `None` if it is something else.
    pub fn whole(self) -> Option<i64> {
        let number = self.to_kind(Kind::Whole)?;
        // SAFETY: a whole number is 64 bits for Godot.
        Some(unsafe { number.pointer().cast::<i64>().read() })
    }

    /// Uses the bytes of an array, or of a text as UTF-8; `None` if it is something else.
    pub fn bytes<T>(self, run: impl FnOnce(&[u8]) -> T) -> Option<T> {
        if self.is(Kind::Text) || self.is(Kind::Name) {
            let bytes = self.call(c"to_utf8_buffer", &[])?;
            let bytes = bytes.look().filter(|bytes| bytes.is(Kind::Bytes))?;
            return bytes.bytes(run);
        }
        // Our array shares its bytes with the caller's; the first change of either makes a copy.
        let array = self.to_kind(Kind::Bytes)?;
        let size = array.to_variant()?.look()?.call(c"size", &[])?.look()?.whole()?;
        let size = usize::try_from(size).ok()?;
        if size == 0 {
            return Some(run(&[]));
        }
        // SAFETY: the array has this size and lives until the end of this function.
        let bytes = unsafe {
            let start = (self.interface.packed_byte_array_operator_index_const)(array.pointer(), 0);
            std::slice::from_raw_parts(start, size)
        };
        Some(run(bytes))
    }
}
