"""What the owner of an imprisoned stake chooses."""
