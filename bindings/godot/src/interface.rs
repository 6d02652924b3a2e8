//! The part of Godot's C interface that is used here: types as in `gdextension_interface.h`, and
//! functions that Godot gives by name.
#![allow(unsafe_code)]

use std::ffi::{c_char, c_void};
use std::sync::OnceLock;

/// A pointer to something of Godot's.
pub(crate) type Pointer = *mut c_void;
/// Several pointers to variants.
pub(crate) type Arguments = *const Pointer;
/// Godot's truth: 0 or 1.
pub(crate) type Flag = u8;

/// The kinds of value that occur here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub(crate) enum Kind {
    Nil = 0,
    Whole = 2,
    Text = 4,
    Name = 21,
    Bytes = 29,
}

/// How a call went, for Godot.
#[repr(C)]
#[derive(Default)]
pub(crate) struct CallError {
    pub error: u32,
    pub argument: i32,
    pub expected: i32,
}

/// An argument or a result of a method.
#[repr(C)]
pub(crate) struct PropertyInfo {
    pub kind: u32,
    pub name: Pointer,
    pub class_name: Pointer,
    pub hint: u32,
    pub hint_string: Pointer,
    pub usage: u32,
}

/// A method of a class.
#[repr(C)]
pub(crate) struct MethodInfo {
    pub name: Pointer,
    pub userdata: Pointer,
    pub call: unsafe extern "C" fn(Pointer, Pointer, Arguments, i64, Pointer, *mut CallError),
    pub call_typed: unsafe extern "C" fn(Pointer, Pointer, Arguments, Pointer),
    pub flags: u32,
    pub has_result: Flag,
    pub result: *mut PropertyInfo,
    pub result_metadata: u32,
    pub argument_count: u32,
    pub arguments: *mut PropertyInfo,
    pub arguments_metadata: *mut u32,
    pub default_count: u32,
    pub defaults: *mut Pointer,
}

/// A class (`GDExtensionClassCreationInfo2`). What is `Unused` is null.
#[repr(C)]
pub(crate) struct ClassInfo {
    pub is_virtual: Flag,
    pub is_abstract: Flag,
    pub is_exposed: Flag,
    pub callbacks: [Unused; 11],
    pub create: unsafe extern "C" fn(Pointer) -> Pointer,
    pub free: unsafe extern "C" fn(Pointer, Pointer),
    pub more_callbacks: [Unused; 5],
    pub userdata: Pointer,
}

/// A function that is not given.
pub(crate) type Unused = Option<unsafe extern "C" fn()>;

/// What the extension reports when Godot loads it.
#[repr(C)]
pub struct Initialization {
    pub(crate) minimum_level: u32,
    pub(crate) userdata: Pointer,
    pub(crate) initialize: unsafe extern "C" fn(Pointer, u32),
    pub(crate) deinitialize: unsafe extern "C" fn(Pointer, u32),
}

/// Finds a function of Godot by its name.
pub type GetProcAddress = unsafe extern "C" fn(*const c_char) -> Option<unsafe extern "C" fn()>;

/// Makes one kind of value from another: from variants and to variants.
pub(crate) type Convert = unsafe extern "C" fn(Pointer, Pointer);
/// Ends a value.
pub(crate) type Destroy = unsafe extern "C" fn(Pointer);

macro_rules! interface {
    ($($name:ident: $kind:ty,)*) => {
        /// The functions of Godot that are used here, under Godot's own names.
        pub(crate) struct Interface {
            $(pub $name: $kind,)*
        }

        impl Interface {
            /// Asks for all of them; `None` if one is not there.
            ///
            /// # Safety
            /// `get` is Godot's, so that the functions are of the types that are declared.
            unsafe fn load(get: GetProcAddress) -> Option<Interface> {
                Some(Interface {
                    $($name: {
                        let name = concat!(stringify!($name), "\0");
                        // SAFETY: the name ends with a zero.
                        let found = unsafe { get(name.as_ptr().cast()) };
                        // SAFETY: Godot gives a function of this type under this name.
                        unsafe { std::mem::transmute::<Unused, Option<$kind>>(found) }?
                    },)*
                })
            }
        }
    };
}

interface! {
    variant_destroy: Destroy,
    variant_get_type: unsafe extern "C" fn(Pointer) -> u32,
    variant_construct: unsafe extern "C" fn(u32, Pointer, Arguments, i32, *mut CallError),
    variant_call: unsafe extern "C" fn(Pointer, Pointer, Arguments, i64, Pointer, *mut CallError),
    variant_get_ptr_destructor: unsafe extern "C" fn(u32) -> Option<Destroy>,
    get_variant_from_type_constructor: unsafe extern "C" fn(u32) -> Option<Convert>,
    get_variant_to_type_constructor: unsafe extern "C" fn(u32) -> Option<Convert>,
    string_name_new_with_latin1_chars: unsafe extern "C" fn(Pointer, *const c_char, Flag),
    string_new_with_utf8_chars_and_len: unsafe extern "C" fn(Pointer, *const c_char, i64),
    packed_byte_array_operator_index: unsafe extern "C" fn(Pointer, i64) -> *mut u8,
    packed_byte_array_operator_index_const: unsafe extern "C" fn(Pointer, i64) -> *const u8,
    classdb_construct_object: unsafe extern "C" fn(Pointer) -> Pointer,
    object_set_instance: unsafe extern "C" fn(Pointer, Pointer, Pointer),
    classdb_register_extension_class2: unsafe extern "C" fn(Pointer, Pointer, Pointer, *const ClassInfo),
    classdb_register_extension_class_method: unsafe extern "C" fn(Pointer, Pointer, *const MethodInfo),
    classdb_unregister_extension_class: unsafe extern "C" fn(Pointer, Pointer),
}

static INTERFACE: OnceLock<Interface> = OnceLock::new();

/// Takes the functions over; false if one is not there.
///
/// # Safety
/// `get` is Godot's.
pub(crate) unsafe fn load(get: GetProcAddress) -> bool {
    // SAFETY: the caller's promise.
    let loaded = unsafe { Interface::load(get) };
    loaded.is_some_and(|loaded| {
        INTERFACE.get_or_init(|| loaded);
        true
    })
}

/// The functions; `None` before Godot has loaded the extension.
pub(crate) fn interface() -> Option<&'static Interface> {
    INTERFACE.get()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::{offset_of, size_of};

    /// The figures are those of a C compiler for the header of Godot 4.6, on 64 bits.
    #[test]
    #[cfg(target_pointer_width = "64")]
    fn the_types_lie_as_in_the_header() {
        assert_eq!(size_of::<ClassInfo>(), 160);
        assert_eq!(offset_of!(ClassInfo, create), 96);
        assert_eq!(offset_of!(ClassInfo, userdata), 152);
        assert_eq!(size_of::<MethodInfo>(), 88);
        assert_eq!(offset_of!(MethodInfo, result), 40);
        assert_eq!(offset_of!(MethodInfo, argument_count), 52);
        assert_eq!(size_of::<PropertyInfo>(), 48);
        assert_eq!(size_of::<Initialization>(), 32);
        assert_eq!(size_of::<CallError>(), 12);
    }

    #[test]
    fn a_godot_without_these_functions_is_refused() {
        unsafe extern "C" fn nothing(_: *const c_char) -> Unused {
            None
        }
        // SAFETY: it gives no function, so none of a wrong type.
        assert!(!unsafe { load(nothing) });
        assert!(interface().is_none());
    }
}
