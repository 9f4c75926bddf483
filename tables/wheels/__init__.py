"""Networked wheel readers: protocol drivers, the gateway with its spool, the simulator."""
