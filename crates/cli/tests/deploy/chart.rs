//! The Helm chart: it renders, its objects fit each other, and it names what the program knows.

use crate::render::Chart;
use crate::{help, read, words};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/helm/tilewright")
}

fn yaml(text: &str) -> Value {
    serde_yaml_ng::from_str(text).unwrap_or_else(|error| panic!("{error}:\n{text}"))
}

fn values() -> Value {
    yaml(&read("helm/tilewright/values.yaml"))
}

/// Everything that is optional.
fn everything() -> Value {
    let mut values = values();
    values["ingress"]["enabled"] = json!(true);
    values["ingress"]["tlsSecret"] = json!("certificate");
    values["ingress"]["annotations"] = json!({ "a": "b" });
    values["service"]["annotations"] = json!({ "a": "b" });
    values["env"] = json!([{ "name": "TILEWRIGHT_WEBHOOK_SECRET", "value": "x" }]);
    values["image"]["pullSecrets"] = json!([{ "name": "registry" }]);
    values["podAnnotations"] = json!({ "a": "b" });
    values["nodeSelector"] = json!({ "a": "b" });
    values["tolerations"] = json!([{ "key": "a" }]);
    values["affinity"] = json!({ "nodeAffinity": {} });
    values["networkPolicy"]["extraEgress"] = json!([{ "ports": [{ "port": 443 }] }]);
    values
}

/// The objects of the chart by kind, and the values that its templates read.
fn render(values: Value) -> (BTreeMap<String, Value>, BTreeSet<String>) {
    let metadata = yaml(&read("helm/tilewright/Chart.yaml"));
    let helpers = read("helm/tilewright/templates/_helpers.tpl");
    let mut chart = Chart::new(&metadata, values, &helpers);
    let mut objects = BTreeMap::new();
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder().join("templates"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let text = chart.render(&std::fs::read_to_string(&file).unwrap());
        if !name.ends_with(".yaml") || text.trim().is_empty() {
            continue;
        }
        let object = yaml(&text);
        let kind = object["kind"].as_str().unwrap_or_else(|| panic!("{name}: no kind")).to_string();
        assert!(object["apiVersion"].is_string() && object["metadata"]["name"].is_string());
        assert!(objects.insert(kind, object).is_none(), "{name}: a kind a second time");
    }
    (objects, chart.used)
}

/// The paths of all values that are not tables, and of empty tables.
fn leaves(prefix: &str, value: &Value, found: &mut BTreeSet<String>) {
    match value.as_object().filter(|map| !map.is_empty()) {
        Some(map) => {
            for (key, value) in map {
                let path = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
                leaves(&path, value, found);
            }
        }
        None => drop(found.insert(prefix.to_string())),
    }
}

#[test]
fn the_chart_renders_with_and_without_its_options() {
    let (plain, _) = render(values());
    let kinds: Vec<&str> = plain.keys().map(String::as_str).collect();
    assert_eq!(
        kinds,
        [
            "ConfigMap",
            "Deployment",
            "Job",
            "NetworkPolicy",
            "PodDisruptionBudget",
            "Service",
            "ServiceAccount"
        ]
    );
    let (all, _) = render(everything());
    assert!(all.contains_key("Ingress"));
    let mut none = values();
    for part in ["migration", "podDisruptionBudget", "networkPolicy"] {
        none[part]["enabled"] = json!(false);
    }
    none["nats"] = json!("");
    let (none, _) = render(none);
    assert_eq!(none.len(), 4);
    let arguments = none["Deployment"]["spec"]["template"]["spec"]["containers"][0]["args"].clone();
    assert!(!arguments.to_string().contains("--nats"));
}

#[test]
fn every_value_is_used() {
    let (_, used) = render(everything());
    let mut all = BTreeSet::new();
    leaves("", &values(), &mut all);
    let is_used = |path: &String| {
        used.iter().any(|used| path == used || path.starts_with(&format!("{used}.")))
    };
    let unused: Vec<&String> = all.iter().filter(|path| !is_used(path)).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

#[test]
fn selectors_find_the_servers_and_nothing_else() {
    let (objects, _) = render(values());
    let deployment = &objects["Deployment"]["spec"];
    let labels = deployment["template"]["metadata"]["labels"].as_object().unwrap();
    let migration = &objects["Job"]["spec"]["template"]["metadata"]["labels"];
    for selector in [
        &deployment["selector"]["matchLabels"],
        &objects["Service"]["spec"]["selector"],
        &objects["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"],
        &objects["NetworkPolicy"]["spec"]["podSelector"]["matchLabels"],
    ] {
        let wanted = selector.as_object().unwrap();
        assert!(wanted.iter().all(|(key, value)| labels.get(key) == Some(value)), "{selector}");
        assert!(wanted.iter().any(|(key, value)| migration.get(key) != Some(value)), "{selector}");
    }
}

#[test]
fn pods_are_probed_bounded_and_not_root() {
    let (objects, _) = render(values());
    for kind in ["Deployment", "Job"] {
        let pod = &objects[kind]["spec"]["template"]["spec"];
        assert_eq!(pod["securityContext"]["runAsNonRoot"], true, "{kind}");
        assert_eq!(pod["securityContext"]["seccompProfile"]["type"], "RuntimeDefault", "{kind}");
        assert_eq!(pod["automountServiceAccountToken"], false, "{kind}");
        let container = &pod["containers"][0];
        let security = &container["securityContext"];
        assert_eq!(security["allowPrivilegeEscalation"], false, "{kind}");
        assert_eq!(security["readOnlyRootFilesystem"], true, "{kind}");
        assert_eq!(security["capabilities"]["drop"], json!(["ALL"]), "{kind}");
        assert!(container["resources"]["limits"]["memory"].is_string(), "{kind}");
        let from = &container["env"][0]["valueFrom"]["secretKeyRef"];
        assert_eq!(from, &json!({ "name": "tilewright-database", "key": "url" }), "{kind}");
    }
    let user = &objects["Deployment"]["spec"]["template"]["spec"]["securityContext"]["runAsUser"];
    assert!(read("Dockerfile").contains(&format!("\nUSER {user}\n")));
    let pod = &objects["Deployment"]["spec"]["template"]["spec"];
    let container = &pod["containers"][0];
    for (probe, path) in
        [("startupProbe", "/healthz"), ("livenessProbe", "/healthz"), ("readinessProbe", "/readyz")]
    {
        assert_eq!(container[probe]["httpGet"], json!({ "path": path, "port": "http" }));
    }
    assert!(pod["terminationGracePeriodSeconds"].as_u64() >= Some(30));
    let ports: Vec<&Value> = container["ports"].as_array().unwrap().iter().collect();
    for rule in objects["NetworkPolicy"]["spec"]["ingress"].as_array().unwrap() {
        let port = &rule["ports"][0]["port"];
        assert!(ports.iter().any(|known| known["name"] == *port), "{port}");
    }
}

#[test]
fn commands_of_the_pods_exist() {
    let (objects, _) = render(everything());
    let known = words(&help(&["serve"]), "--");
    let arguments = |kind: &str| -> Vec<String> {
        let pod = &objects[kind]["spec"]["template"]["spec"];
        let list = pod["containers"][0]["args"].as_array().unwrap();
        list.iter().map(|argument| argument.as_str().unwrap().to_string()).collect()
    };
    let serve = arguments("Deployment");
    assert_eq!(serve[0], "serve");
    for flag in serve.iter().filter(|argument| argument.starts_with("--")) {
        assert!(known.contains(flag), "{flag}");
    }
    let migration = arguments("Job");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    let done = command.args(&migration).env("TILEWRIGHT_DATABASE", "memory").output().unwrap();
    assert!(done.status.success(), "{migration:?}: {}", String::from_utf8_lossy(&done.stderr));
    let hooks = &objects["Job"]["metadata"]["annotations"]["helm.sh/hook"];
    assert_eq!(hooks, "pre-install,pre-upgrade");
    // The configuration of the chart is a configuration of the server.
    let config = objects["ConfigMap"]["data"]["tilewright.toml"].as_str().unwrap();
    assert!(tilewright_cli::check_config(config).is_ok(), "{config}");
}

/// Helm itself, where it is installed.
#[test]
fn helm_finds_nothing_wrong() {
    let Ok(found) = Command::new("helm").args(["lint", "--strict"]).arg(folder()).output() else {
        return;
    };
    assert!(found.status.success(), "{}", String::from_utf8_lossy(&found.stdout));
    let shown = Command::new("helm").args(["template", "test"]).arg(folder()).output().unwrap();
    assert!(shown.status.success(), "{}", String::from_utf8_lossy(&shown.stderr));
}
