"""Any server that speaks the chat completions API of OpenAI and takes images.

vLLM, Ollama, llama.cpp, SGLang, LM Studio and many hosted services do. Requests go through
the transport of the environment: an address somebody typed reaches nothing that it should not.
"""

from annotate.backends import Backend, Secret
from annotate.backends.openai.models import OpenAICaptioner, OpenAIDetector
from annotate.backends.openai.settings import NAME, VERSION, OpenAISettings
from annotate.backends.openai.trainer import ChatFileTrainer

BACKEND = Backend(
    name=NAME,
    version=VERSION,
    title="OpenAI-compatible server",
    description=(
        "A vision-language model behind HTTP: vLLM, Ollama, llama.cpp or a hosted service. It"
        " marks objects and writes descriptions in answer to questions that you can change."
        " Images are sent to that server."
    ),
    make_detector=OpenAIDetector,
    make_captioner=OpenAICaptioner,
    make_trainer=ChatFileTrainer,
    settings=OpenAISettings,
    asked_in_words=True,
    secrets=(
        Secret(
            name="api_key",
            title="Key",
            help="Sent as the bearer token of each request. A server of your own may need none.",
        ),
    ),
)
