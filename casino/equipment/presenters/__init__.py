"""Content of the pages of equipment and rota, in words and figures."""
