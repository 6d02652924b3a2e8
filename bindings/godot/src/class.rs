//! The class that Godot sees, and how Godot calls it.
#![allow(unsafe_code)]

use crate::interface::{
    Arguments, CallError, ClassInfo, GetProcAddress, Initialization, Interface, Kind, MethodInfo,
    Pointer, PropertyInfo, interface, load,
};
use crate::methods::{METHODS, Method, Outcome};
use crate::values::{Argument, Held};
use std::ffi::CStr;
use std::ptr::null_mut;
use tilewright_engine::calls;

const CLASS: &CStr = c"TilewrightNative";
const PARENT: &CStr = c"RefCounted";
/// The level at which classes for scenes are made.
const SCENE: u32 = 2;
/// A method like any other, and one that needs no object.
const FLAG_NORMAL: u32 = 1;
const FLAG_STATIC: u32 = 32;
/// The usual usage, and: no kind means any kind.
const USAGE_ANY: u32 = 6 | 1 << 17;
/// `GDEXTENSION_CALL_ERROR_TOO_MANY_ARGUMENTS`.
const TOO_MANY: u32 = 3;

/// The entry point of the extension, named in `tilewright.gdextension`.
///
/// # Safety
/// Godot calls it, with what belongs to it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tilewright_godot_init(
    get: GetProcAddress,
    library: Pointer,
    initialization: *mut Initialization,
) -> u8 {
    // SAFETY: the caller is Godot, which gives its own function and a place to write to.
    unsafe {
        if initialization.is_null() || !load(get) {
            return 0;
        }
        initialization.write(Initialization {
            minimum_level: SCENE,
            userdata: library,
            initialize,
            deinitialize,
        });
    }
    1
}

unsafe extern "C" fn initialize(library: Pointer, level: u32) {
    if let (Some(interface), SCENE) = (interface(), level) {
        register(interface, library);
    }
}

unsafe extern "C" fn deinitialize(library: Pointer, level: u32) {
    if let (Some(interface), SCENE) = (interface(), level) {
        let class = Held::name(interface, CLASS);
        // SAFETY: the class was registered with this library.
        unsafe { (interface.classdb_unregister_extension_class)(library, class.pointer()) };
    }
}

/// Registers the class and its methods with Godot.
fn register(interface: &'static Interface, library: Pointer) {
    let (class, parent) = (Held::name(interface, CLASS), Held::name(interface, PARENT));
    let info = ClassInfo {
        is_virtual: 0,
        is_abstract: 0,
        is_exposed: 1,
        callbacks: [None; 11],
        create,
        free,
        more_callbacks: [None; 5],
        userdata: null_mut(),
    };
    // SAFETY: Godot copies what it is given; names and functions are of the right types.
    unsafe {
        let register = interface.classdb_register_extension_class2;
        register(library, class.pointer(), parent.pointer(), &info);
    }
    for method in &METHODS {
        add_method(interface, library, &class, method);
    }
}

fn add_method(interface: &'static Interface, library: Pointer, class: &Held, method: &Method) {
    let (empty, hint) = (Held::name(interface, c""), Held::text(interface, ""));
    let any = |name: &Held| PropertyInfo {
        kind: Kind::Nil as u32,
        name: name.pointer(),
        class_name: empty.pointer(),
        hint: 0,
        hint_string: hint.pointer(),
        usage: USAGE_ANY,
    };
    let name = Held::name(interface, method.name);
    let names: Vec<_> = method.arguments.iter().map(|name| Held::name(interface, name)).collect();
    let mut arguments: Vec<PropertyInfo> = names.iter().map(any).collect();
    let mut metadata = vec![0u32; arguments.len()];
    let mut result = any(&empty);
    let info = MethodInfo {
        name: name.pointer(),
        userdata: std::ptr::from_ref(method).cast_mut().cast(),
        call,
        call_typed,
        flags: FLAG_NORMAL | if method.is_static { FLAG_STATIC } else { 0 },
        has_result: 1,
        result: &mut result,
        result_metadata: 0,
        argument_count: arguments.len() as u32,
        arguments: arguments.as_mut_ptr(),
        arguments_metadata: metadata.as_mut_ptr(),
        default_count: 0,
        defaults: null_mut(),
    };
    // SAFETY: Godot copies what it is given but for the method, which is static.
    unsafe {
        let register = interface.classdb_register_extension_class_method;
        register(library, class.pointer(), &info);
    }
}

/// A handle that is never given to an engine.
const NO_ENGINE: u64 = 0;

/// A new object with an engine of its own. Without room for one it is an object that was closed.
unsafe extern "C" fn create(_: Pointer) -> Pointer {
    let Some(interface) = interface() else { return null_mut() };
    let (class, parent) = (Held::name(interface, CLASS), Held::name(interface, PARENT));
    // The methods of an object without an engine return the status of a closed one.
    let engine = calls::new_engine().unwrap_or(NO_ENGINE);
    let engine = Box::into_raw(Box::new(engine));
    // SAFETY: the object is new; it gets our number, which `free` takes back.
    unsafe {
        let object = (interface.classdb_construct_object)(parent.pointer());
        (interface.object_set_instance)(object, class.pointer(), engine.cast());
        object
    }
}

/// The object goes, and its engine unless it was closed before.
unsafe extern "C" fn free(_: Pointer, instance: Pointer) {
    if !instance.is_null() {
        // SAFETY: `create` made it, and Godot gives it back once.
        let engine = unsafe { Box::from_raw(instance.cast::<u64>()) };
        // The only error is that the engine was closed before.
        let _ = calls::free_engine(*engine);
    }
}

/// Calls a method with variants, as many as the caller likes.
unsafe extern "C" fn call(
    method: Pointer,
    instance: Pointer,
    arguments: Arguments,
    count: i64,
    result: Pointer,
    error: *mut CallError,
) {
    // SAFETY: the caller is Godot: the method is ours, and there are `count` variants.
    unsafe {
        let method = &*method.cast::<Method>();
        let wanted = method.arguments.len();
        let given = count.max(0) as usize;
        if given > wanted {
            let expected = wanted as i32;
            error.write(CallError { error: TOO_MANY, argument: expected, expected });
            return;
        }
        answer(method, instance, arguments, given, result);
        error.write(CallError::default());
    }
}

/// Calls a method with as many variants as it takes: all kinds that are declared are any kind.
unsafe extern "C" fn call_typed(
    method: Pointer,
    instance: Pointer,
    arguments: Arguments,
    result: Pointer,
) {
    // SAFETY: the caller is Godot: the method is ours, and there is a variant for each argument.
    unsafe {
        let method = &*method.cast::<Method>();
        answer(method, instance, arguments, method.arguments.len(), result);
    }
}

/// Runs a method and writes its outcome.
///
/// # Safety
/// `instance` is null or was made by `create`, `arguments` points to `count` variants, and
/// `result` is a variant.
unsafe fn answer(
    method: &Method,
    instance: Pointer,
    arguments: Arguments,
    count: usize,
    result: Pointer,
) {
    let Some(interface) = interface() else { return };
    // SAFETY: the caller's promise.
    unsafe {
        let engine = if instance.is_null() { 0 } else { *instance.cast::<u64>() };
        let arguments: Vec<Argument<'_>> =
            (0..count).map(|index| Argument::new(interface, arguments.add(index).read())).collect();
        let held = match (method.run)(engine, &arguments) {
            Outcome::Bytes(bytes) => Held::bytes(interface, &bytes),
            Outcome::Text(text) => Some(Held::text(interface, &text)),
            Outcome::Whole(number) => Some(Held::whole(interface, number)),
        };
        if let Some(held) = held {
            held.give(result);
        }
    }
}
