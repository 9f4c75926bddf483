"""The choices of the owner of an imprisoned stake."""
