//! JSON as Godot's values and back. Whole numbers stay whole, unlike in Godot's own reader.

use godot::builtin::{GString, VarArray, VarDictionary, Variant, VariantType};
use godot::meta::ToGodot;
use serde_json::{Map, Number, Value};

/// A JSON value as a Godot value. Numbers that do not fit are text.
pub(crate) fn to_godot(value: &Value) -> Variant {
    match value {
        Value::Null => Variant::nil(),
        Value::Bool(flag) => flag.to_variant(),
        Value::String(text) => GString::from(text.as_str()).to_variant(),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => whole.to_variant(),
            (None, Some(float)) if number.is_f64() => float.to_variant(),
            _ => GString::from(number.to_string().as_str()).to_variant(),
        },
        Value::Array(items) => {
            let mut array = VarArray::new();
            for item in items {
                array.push(&to_godot(item));
            }
            array.to_variant()
        }
        Value::Object(members) => {
            let mut dictionary = VarDictionary::new();
            for (name, member) in members {
                dictionary.set(&GString::from(name.as_str()).to_variant(), &to_godot(member));
            }
            dictionary.to_variant()
        }
    }
}

/// A Godot value as JSON; what JSON does not know is null. Floats without a fraction are whole.
pub(crate) fn from_godot(value: &Variant) -> Value {
    match value.get_type() {
        VariantType::BOOL => Value::Bool(value.to::<bool>()),
        VariantType::INT => Value::Number(value.to::<i64>().into()),
        VariantType::FLOAT => {
            let float = value.to::<f64>();
            if float.fract() == 0.0 && float.abs() < 9e15 {
                Value::Number((float as i64).into())
            } else {
                Number::from_f64(float).map_or(Value::Null, Value::Number)
            }
        }
        VariantType::STRING | VariantType::STRING_NAME | VariantType::NODE_PATH => {
            Value::String(value.stringify().to_string())
        }
        VariantType::ARRAY => {
            let items = value.to::<VarArray>();
            Value::Array(items.iter_shared().map(|item| from_godot(&item)).collect())
        }
        VariantType::DICTIONARY => {
            let members = value.to::<VarDictionary>();
            let entry = |(name, member): (Variant, Variant)| {
                (name.stringify().to_string(), from_godot(&member))
            };
            Value::Object(members.iter_shared().map(entry).collect::<Map<_, _>>())
        }
        _ => Value::Null,
    }
}
