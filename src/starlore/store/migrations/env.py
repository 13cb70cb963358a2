"""Run by Alembic: migrate on the connection that was handed over, in its transaction."""

from alembic import context

from starlore.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
context.run_migrations()
