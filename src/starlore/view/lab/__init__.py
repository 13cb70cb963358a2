"""The parts of the Lab's page: fields, tables, and drawings with their twins."""
