"""manage.py projects VERB: projects: make, change and look at them."""

from annotate.config.operation_commands import OperationCommand


class Command(OperationCommand):
    help = "Projects: make, change and look at them."
    examples = """
Examples:
  manage.py projects list
  manage.py projects create --name "Street signs" --recipe iiw
  manage.py projects change "Street signs" --state paused
  manage.py projects overview "Street signs" --json
"""
    verbs = {
        "list": ("projectsList", "List the projects."),
        "recipes": ("recipesList", "List the recipes, with what each asks of people."),
        "create": ("projectsCreate", "Make a project from a recipe."),
        "show": ("projectsRead", "Show one project with its rules."),
        "change": ("projectsUpdate", "Change the name, the state or the rules of a project."),
        "overview": ("overviewRead", "Show how far a project is, and when it will be finished."),
        "categories": ("categoriesRead", "Show the images by category and split."),
        "audit": ("auditList", "List who did what in a project, the newest first."),
    }
