"""The objects of deploy/kubernetes name nothing that is not there, and ask for what they need.

What `kubectl apply` would say needs a cluster; a slip of the pen in a name is found here.
"""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "deploy" / "kubernetes"
Object = dict[str, Any]

# The version of each kind, and the fields that its `spec` has here; a misspelt one is silently
# dropped by some clusters and refused by others.
KINDS = {
    "Service": ("v1", {"selector", "ports"}),
    "PersistentVolumeClaim": ("v1", {"accessModes", "resources"}),
    "Deployment": ("apps/v1", {"replicas", "strategy", "selector", "template"}),
    "Job": ("batch/v1", {"backoffLimit", "template"}),
    "Ingress": ("networking.k8s.io/v1", {"rules", "tls"}),
    "PodDisruptionBudget": ("policy/v1", {"minAvailable", "maxUnavailable", "selector"}),
    "HorizontalPodAutoscaler": (
        "autoscaling/v2",
        {"scaleTargetRef", "minReplicas", "maxReplicas", "metrics", "behavior"},
    ),
}
POD = {
    *("terminationGracePeriodSeconds", "automountServiceAccountToken", "securityContext"),
    *("containers", "volumes", "affinity", "restartPolicy"),
}
CONTAINER = {
    *("name", "image", "command", "ports", "env", "envFrom", "securityContext", "resources"),
    *("lifecycle", "readinessProbe", "livenessProbe", "volumeMounts"),
}
PROBE = {
    *("exec", "tcpSocket", "initialDelaySeconds", "periodSeconds", "timeoutSeconds"),
    "failureThreshold",
}
# What the image holds on its path (deploy/Dockerfile).
PROGRAMS = {"celery", "gunicorn", "python", "sleep"}
CONNECTIONS = 97  # PostgreSQL's 100, but for those it keeps for its administrator


def documents(path: Path) -> list[Object]:
    return [each for each in yaml.safe_load_all(path.read_text()) if each]


@pytest.fixture(scope="module")
def kustomization() -> Object:
    [found] = documents(FOLDER / "kustomization.yaml")
    return found


@pytest.fixture(scope="module")
def objects(kustomization: Object) -> list[Object]:
    return [each for name in kustomization["resources"] for each in documents(FOLDER / name)]


def named(objects: list[Object], kind: str) -> dict[str, Object]:
    return {each["metadata"]["name"]: each for each in objects if each["kind"] == kind}


def pods(objects: list[Object]) -> dict[str, Object]:
    """The pods of everything that runs, by the name of what runs them."""
    return {
        each["metadata"]["name"]: each["spec"]["template"]
        for each in objects
        if each["kind"] in ("Deployment", "Job")
    }


def containers(objects: list[Object]) -> Iterator[tuple[Object, Object]]:
    """Each container with the spec of its pod."""
    for pod in pods(objects).values():
        for container in pod["spec"]["containers"]:
            yield pod["spec"], container


def test_every_file_is_applied_and_no_object_twice(
    kustomization: Object, objects: list[Object]
) -> None:
    there = {path.name for path in FOLDER.glob("*.yaml")} - {"kustomization.yaml"}
    assert set(kustomization["resources"]) == there
    names = Counter((each["kind"], each["metadata"]["name"]) for each in objects)
    assert max(names.values()) == 1


def test_kinds_are_of_their_version_and_have_fields_that_exist(objects: list[Object]) -> None:
    for each in objects:
        version, fields = KINDS[each["kind"]]
        assert each["apiVersion"] == version, each["metadata"]
        assert set(each) == {"apiVersion", "kind", "metadata", "spec"}
        assert set(each["spec"]) <= fields, each["metadata"]
    for pod, container in containers(objects):
        assert set(pod) <= POD
        assert set(container) <= CONTAINER
        for probe in ("readinessProbe", "livenessProbe"):
            assert set(container.get(probe, {})) <= PROBE


def test_all_run_the_one_image_whose_version_is_that_of_the_product(
    kustomization: Object, objects: list[Object]
) -> None:
    [image] = kustomization["images"]
    assert {container["image"] for _, container in containers(objects)} == {image["name"]}
    found = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert found
    assert image["newTag"] == found[1]


def test_settings_come_from_what_is_made_and_are_documented(
    kustomization: Object, objects: list[Object]
) -> None:
    [generated] = kustomization["configMapGenerator"]
    secret = re.search(r"create secret generic (\S+)", (FOLDER / "kustomization.yaml").read_text())
    assert secret
    for _, container in containers(objects):
        assert container["envFrom"] == [
            {"configMapRef": {"name": generated["name"]}},
            {"secretRef": {"name": secret[1]}},
        ]
    text = (FOLDER / "kustomization.yaml").read_text()
    names = {each.partition("=")[0] for each in generated["literals"]}
    names |= set(re.findall(r"--from-literal=(\w+)=", text))
    names |= {each["name"] for _, one in containers(objects) for each in one.get("env", [])}
    told = (ROOT / "docs" / "reference" / "settings.md").read_text()
    told += (ROOT / "deploy" / "Dockerfile").read_text()
    assert [name for name in sorted(names) if not re.search(rf"\b{name}\b", told)] == []


def test_every_volume_is_mounted_and_every_mount_has_its_volume(objects: list[Object]) -> None:
    claims = set()
    for pod, container in containers(objects):
        mounts = container["volumeMounts"]
        assert {each["name"] for each in mounts} == {each["name"] for each in pod["volumes"]}
        paths = [each["mountPath"] for each in mounts]
        assert len(set(paths)) == len(paths)
        # The root is read-only: what is written to must be a volume.
        environment = {each["name"]: each["value"] for each in container.get("env", [])}
        assert environment.get("DATA_DIR", "/data") in paths
        assert environment.get("TMPDIR", "/data/tmp") in paths
        claims |= {
            each["persistentVolumeClaim"]["claimName"]
            for each in pod["volumes"]
            if "persistentVolumeClaim" in each
        }
    assert claims == set(named(objects, "PersistentVolumeClaim"))


def test_no_volume_is_to_be_written_by_several_machines(objects: list[Object]) -> None:
    """Files lie in the object store; what one machine keeps is used by pods of that machine."""
    assert all(
        each["spec"]["accessModes"] == ["ReadWriteOnce"]
        for each in named(objects, "PersistentVolumeClaim").values()
    )
    for name, pod in pods(objects).items():
        if any("persistentVolumeClaim" in each for each in pod["spec"]["volumes"]):
            [near] = pod["spec"]["affinity"]["podAffinity"][
                "requiredDuringSchedulingIgnoredDuringExecution"
            ]
            assert near["topologyKey"] == "kubernetes.io/hostname", name
            assert near["labelSelector"]["matchLabels"] == pod["metadata"]["labels"]


def test_every_selector_finds_its_pods(objects: list[Object]) -> None:
    labels = [pod["metadata"]["labels"] for pod in pods(objects).values() if "metadata" in pod]
    for each in named(objects, "Deployment").values():
        assert (
            each["spec"]["selector"]["matchLabels"]
            == each["spec"]["template"]["metadata"]["labels"]
        )
    for each in named(objects, "PodDisruptionBudget").values():
        assert each["spec"]["selector"]["matchLabels"] in labels
    for each in named(objects, "Service").values():
        assert each["spec"]["selector"] in labels


def test_ports_and_addresses_lead_somewhere(kustomization: Object, objects: list[Object]) -> None:
    services = named(objects, "Service")
    for service in services.values():
        [template] = [
            pod
            for pod in pods(objects).values()
            if pod.get("metadata", {}).get("labels") == service["spec"]["selector"]
        ]
        open_ports = {
            port["name"] for one in template["spec"]["containers"] for port in one["ports"]
        }
        assert {port["targetPort"] for port in service["spec"]["ports"]} <= open_ports
    literals = dict(
        each.split("=", 1) for each in kustomization["configMapGenerator"][0]["literals"]
    )
    for ingress in named(objects, "Ingress").values():
        for rule in ingress["spec"]["rules"]:
            assert rule["host"] in literals["ALLOWED_HOSTS"].split(",")
            assert f"https://{rule['host']}" in literals["CSRF_TRUSTED_ORIGINS"].split(",")
            assert any(rule["host"] in each["hosts"] for each in ingress["spec"]["tls"])
            for path in rule["http"]["paths"]:
                service = services[path["backend"]["service"]["name"]]
                port = path["backend"]["service"]["port"]["name"]
                assert port in {each["name"] for each in service["spec"]["ports"]}


def test_commands_and_probes_start_what_the_image_holds(objects: list[Object]) -> None:
    for _, container in containers(objects):
        commands = [container["command"]] if "command" in container else []
        for probe in ("readinessProbe", "livenessProbe"):
            told = container.get(probe, {})
            if "tcpSocket" in told:
                assert told["tcpSocket"]["port"] in {each["name"] for each in container["ports"]}
            elif told:
                commands.append(told["exec"]["command"])
                assert told["timeoutSeconds"] < told["periodSeconds"]
        if "lifecycle" in container:
            commands.append(container["lifecycle"]["preStop"]["exec"]["command"])
        for program, *arguments in commands:
            assert program in PROGRAMS
            assert all((ROOT / each).exists() for each in arguments if each.endswith(".py"))
    for name, deployment in named(objects, "Deployment").items():
        [container] = deployment["spec"]["template"]["spec"]["containers"]
        assert container["livenessProbe"], name


def test_pods_ask_for_what_they_use_and_may_do_nothing_else(objects: list[Object]) -> None:
    for pod, container in containers(objects):
        assert pod["automountServiceAccountToken"] is False
        assert pod["securityContext"]["runAsNonRoot"] is True
        assert pod["securityContext"]["runAsUser"] == 10001
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
    for deployment in named(objects, "Deployment").values():
        [container] = deployment["spec"]["template"]["spec"]["containers"]
        assert set(container["resources"]["requests"]) == {"cpu", "memory"}
        assert "memory" in container["resources"]["limits"]


def test_web_and_worker_grow_with_their_work_and_the_clock_never_does(
    objects: list[Object],
) -> None:
    scalers, deployments = named(objects, "HorizontalPodAutoscaler"), named(objects, "Deployment")
    assert set(scalers) == {"web", "worker"}
    for name, each in scalers.items():
        target = {"apiVersion": "apps/v1", "kind": "Deployment", "name": name}
        assert each["spec"]["scaleTargetRef"] == target
        assert 2 <= each["spec"]["minReplicas"] < each["spec"]["maxReplicas"]
        # Said in two places, each `kubectl apply` would undo what the scaler did.
        assert "replicas" not in deployments[name]["spec"]
        assert each["spec"]["metrics"][0]["resource"]["name"] == "cpu"
    assert deployments["beat"]["spec"]["replicas"] == 1
    assert deployments["beat"]["spec"]["strategy"] == {"type": "Recreate"}


def test_at_their_most_all_pods_together_find_connections_to_the_database(
    objects: list[Object],
) -> None:
    scalers = named(objects, "HorizontalPodAutoscaler")
    gunicorn = (ROOT / "deploy" / "gunicorn.py").read_text()
    processes, threads = (
        int(found[1])
        for name in ("WEB_PROCESSES", "WEB_THREADS")
        if (found := re.search(rf'"{name}", "(\d+)"', gunicorn))
    )
    [container] = named(objects, "Deployment")["worker"]["spec"]["template"]["spec"]["containers"]
    of_worker = int(container["command"][container["command"].index("--concurrency") + 1]) + 1
    most = scalers["web"]["spec"]["maxReplicas"] * processes * threads
    most += scalers["worker"]["spec"]["maxReplicas"] * of_worker
    clock, migration = 1, 1
    assert most + clock + migration <= CONNECTIONS


def test_a_machine_can_be_emptied_while_people_work(objects: list[Object]) -> None:
    budgets, scalers = (
        named(objects, kind) for kind in ("PodDisruptionBudget", "HorizontalPodAutoscaler")
    )
    assert set(budgets) == set(scalers)
    for name, each in budgets.items():
        least = scalers[name]["spec"]["minReplicas"]
        # One may always go, and one always stays.
        assert each["spec"].get("minAvailable", least - each["spec"].get("maxUnavailable", 0)) >= 1
        assert each["spec"].get("minAvailable", 0) < least
        assert each["spec"].get("maxUnavailable", 1) == 1


def test_a_web_server_that_goes_is_out_of_the_service_first(objects: list[Object]) -> None:
    web = named(objects, "Deployment")["web"]["spec"]
    assert web["strategy"]["rollingUpdate"] == {"maxSurge": 1, "maxUnavailable": 0}
    [container] = web["template"]["spec"]["containers"]
    program, seconds = container["lifecycle"]["preStop"]["exec"]["command"]
    assert program == "sleep"
    # It still has the time that gunicorn gives requests under way.
    left = web["template"]["spec"]["terminationGracePeriodSeconds"] - int(seconds)
    assert left >= 30
