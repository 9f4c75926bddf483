"""What people and machines meet: settings, urls, sign-in and roles, the embedded services and the faces."""
