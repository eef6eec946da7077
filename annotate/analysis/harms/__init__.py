"""Representational harms of descriptions, as Wang et al. 2022 measure them."""
