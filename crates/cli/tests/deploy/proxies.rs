//! Proxies, the compose file, the image and the unit.

use crate::read;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Lines without comments.
fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

#[test]
fn proxies_replace_the_address_that_a_client_sends() {
    let nginx = read("nginx.conf");
    let nginx = lines(&nginx);
    assert!(nginx.contains(&"proxy_set_header X-Forwarded-For $remote_addr;"));
    assert!(nginx.contains(&"proxy_set_header Forwarded \"\";"));
    assert!(!nginx.iter().any(|line| line.contains("$proxy_add_x_forwarded_for")));
    let caddy = read("Caddyfile");
    let caddy = lines(&caddy);
    assert!(caddy.contains(&"header_up X-Forwarded-For {remote_host}"));
    assert!(caddy.contains(&"header_up -Forwarded"));
    // Only operators see metrics.
    assert!(caddy.contains(&"respond /metrics 404"));
    assert!(nginx.contains(&"location /metrics {"));
}

#[test]
fn the_proxies_of_the_compose_file_know_its_servers() {
    let compose: Value = serde_yaml_ng::from_str(&read("compose.yaml")).unwrap();
    let services = compose["services"].as_object().unwrap();
    let is_server = |service: &&Value| service["image"] == "tilewright";
    let nodes: BTreeSet<String> = (services.iter())
        .filter(|(_, service)| is_server(service))
        .map(|(name, _)| format!("{name}:4747"))
        .collect();
    assert_eq!(nodes.len(), 3);
    for file in ["nginx.conf", "Caddyfile"] {
        let text = read(file);
        let words = text.split(|c: char| c.is_whitespace() || c == ';');
        let named: BTreeSet<String> =
            words.filter(|word| word.ends_with(":4747")).map(str::to_string).collect();
        assert_eq!(named, nodes, "{file}");
    }
    for (name, service) in services {
        assert!(service["restart"] == "unless-stopped", "{name}");
        if service["image"] == "tilewright" {
            assert_eq!(service["read_only"], true, "{name}");
            assert_eq!(service["cap_drop"][0], "ALL", "{name}");
            assert_eq!(service["security_opt"][0], "no-new-privileges:true", "{name}");
        }
        for volume in service["volumes"].as_array().into_iter().flatten() {
            let volume = volume.as_str().unwrap();
            let (from, _) = volume.split_once(':').unwrap();
            let known = match from.strip_prefix("./") {
                Some(file) => !read(file).is_empty(),
                None => compose["volumes"].get(from).is_some(),
            };
            assert!(known, "{name}: {volume}");
        }
    }
}

#[test]
fn the_image_has_the_page_and_is_not_root() {
    let image = read("Dockerfile");
    let image = lines(&image);
    let user = image.iter().rfind(|line| line.starts_with("USER ")).unwrap();
    assert_eq!(*user, "USER 10001");
    assert!(image.iter().any(|line| line.contains("--uid 10001")));
    assert!(image.iter().any(|line| line.contains("cargo xtask web")));
    assert!(image.iter().any(|line| line.contains("--features web")));
    let ignored = read("../.dockerignore");
    for folder in [".git", "target", "web/node_modules"] {
        assert!(lines(&ignored).contains(&folder), "{folder}");
    }
}

#[test]
fn the_unit_is_hardened_and_systemd_accepts_it() {
    let unit = read("tilewright.service");
    for setting in [
        "DynamicUser=yes",
        "NoNewPrivileges=yes",
        "CapabilityBoundingSet=",
        "ProtectSystem=strict",
        "ProtectHome=yes",
        "PrivateDevices=yes",
        "RestrictNamespaces=yes",
        "SystemCallFilter=@system-service",
        "UMask=0077",
    ] {
        assert!(lines(&unit).contains(&setting), "{setting}");
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("unit");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("tilewright.service");
    let installed = unit.replace("/usr/local/bin/tilewright", env!("CARGO_BIN_EXE_tilewright"));
    std::fs::write(&file, installed).unwrap();
    // Only where systemd is installed.
    let Ok(found) = Command::new("systemd-analyze").arg("verify").arg(&file).output() else {
        return;
    };
    let said = String::from_utf8_lossy(&found.stderr);
    assert!(found.status.success() && said.is_empty(), "{said}");
}
