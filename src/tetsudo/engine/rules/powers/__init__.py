"""Powers: behaviour of privates and companies that data cannot express. The core calls the powers in force."""
