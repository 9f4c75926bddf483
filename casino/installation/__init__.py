"""The installation: environment, data folder, disks, addresses of its servers, choice of the broker."""
