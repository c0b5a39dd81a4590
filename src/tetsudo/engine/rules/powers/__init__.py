"""Powers: what data cannot say of a private or a company. The core asks the powers in force."""
